import type { Rpcs } from '@portico/platform/grpc/unary';
import type { ContactChannelsServiceDefinition } from '@portico/proto/identity/v1/contact_channels';
import type { IdentityDeps } from '../deps.ts';
import { createContactChannel } from './create-contact-channel.ts';
import { deleteContactChannel } from './delete-contact-channel.ts';
import { getContactChannel } from './get-contact-channel.ts';
import { listContactChannels } from './list-contact-channels.ts';
import { sendChannelVerification } from './send-channel-verification.ts';
import { sendPrimaryEmailVerification } from './send-primary-email-verification.ts';
import { updateContactChannel } from './update-contact-channel.ts';
import { checkVerificationCode, verifyContactChannel } from './verify-contact-channel.ts';

export const contactChannelsRpcs = (deps: IdentityDeps): Rpcs<typeof ContactChannelsServiceDefinition> => ({
  listContactChannels: listContactChannels(deps),
  getContactChannel: getContactChannel(deps),
  createContactChannel: createContactChannel(deps),
  updateContactChannel: updateContactChannel(deps),
  deleteContactChannel: deleteContactChannel(deps),
  sendChannelVerification: sendChannelVerification(deps),
  sendPrimaryEmailVerification: sendPrimaryEmailVerification(deps),
  verifyContactChannel: verifyContactChannel(deps),
  checkVerificationCode: checkVerificationCode(deps),
});
