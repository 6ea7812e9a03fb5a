import { object, verificationCode } from '../http/fields.ts';
import { success } from '../http/lists.ts';
import { SUCCESS } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { codeErrors } from './code-errors.ts';

export const verifyContactChannel = route({
  method: 'POST',
  path: '/contact-channels/verify',
  access: 'client',
  summary: 'Verify a contact channel with the code of the mail',
  request: { body: object({ code: verificationCode() }) },
  response: success,
  limit: { name: 'try_code' },
  errors: codeErrors,
  handler: async ({ body, services, call }) => {
    await services.identity.contact_channels.verifyContactChannel(body, call);
    return SUCCESS;
  },
});
