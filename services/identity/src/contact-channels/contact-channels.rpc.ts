import type { Rpcs } from '@portico/platform/grpc/unary';
import type { ContactChannelsServiceDefinition } from '@portico/proto/identity/v1/contact_channels';
import type { IdentityDeps } from '../deps.ts';
import { listContactChannels } from './list-contact-channels.ts';
import { sendChannelVerification } from './send-channel-verification.ts';
import { sendPrimaryEmailVerification } from './send-primary-email-verification.ts';
import { checkVerificationCode, verifyContactChannel } from './verify-contact-channel.ts';

export const contactChannelsRpcs = (deps: IdentityDeps): Rpcs<typeof ContactChannelsServiceDefinition> => ({
  listContactChannels: listContactChannels(deps),
  sendChannelVerification: sendChannelVerification(deps),
  sendPrimaryEmailVerification: sendPrimaryEmailVerification(deps),
  verifyContactChannel: verifyContactChannel(deps),
  checkVerificationCode: checkVerificationCode(deps),
});
