import { z } from 'zod';
import { codeErrors } from '../../contact-channels/code-errors.ts';
import { object, text, verificationCode } from '../../http/fields.ts';
import { success } from '../../http/lists.ts';
import { SUCCESS } from '../../http/reply.ts';
import { route } from '../../http/route.ts';

export const resetPassword = route({
  method: 'POST',
  path: '/auth/password/reset',
  access: 'client',
  summary: 'Set a new password with the code of the mail; every session of the user ends',
  request: { body: object({ code: verificationCode(), password: text() }) },
  response: success,
  limit: { name: 'try_code' },
  errors: [...codeErrors, 'PASSWORD_AUTHENTICATION_NOT_ENABLED', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG'],
  handler: async ({ body, services, call, context }) => {
    await services.identity.passwords.resetPassword(body, call);
    context.access.credentials.ownersChanged();
    return SUCCESS;
  },
});

export const checkPasswordResetCode = route({
  method: 'POST',
  path: '/auth/password/reset/check-code',
  access: 'client',
  summary: 'Check a code for a new password without using it up',
  request: { body: object({ code: verificationCode() }) },
  response: z.object({ is_code_valid: z.boolean() }),
  limit: { name: 'try_code' },
  errors: codeErrors,
  handler: ({ body, services, call }) => services.identity.passwords.checkPasswordResetCode(body, call),
});
