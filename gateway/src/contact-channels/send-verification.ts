import { object } from '../http/fields.ts';
import { success } from '../http/lists.ts';
import { patient } from '../http/patient.ts';
import { SUCCESS } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { url } from '../http/url.ts';
import { contactChannelParams } from './contact-channel.schema.ts';

export const sendChannelVerification = route({
  method: 'POST',
  path: '/contact-channels/:user_id/:contact_channel_id/send-verification-code',
  access: 'client',
  summary: 'Mail a verification link to a contact channel',
  request: {
    params: contactChannelParams,
    body: object({ callback_url: url() }),
  },
  response: success,
  limit: { name: 'send_mail', by: 'user' },
  errors: [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_ID_DOES_NOT_EXIST',
    'EMAIL_ALREADY_VERIFIED',
    'REDIRECT_URL_NOT_WHITELISTED',
  ],
  handler: async ({ params, body, services, call }) => {
    await services.identity.contact_channels.sendChannelVerification({ ...params, ...body }, patient(call));
    return SUCCESS;
  },
});
