import { z } from 'zod';
import { object, verificationCode } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { codeErrors } from './code-errors.ts';

export const checkVerificationCode = route({
  method: 'POST',
  path: '/contact-channels/verify/check-code',
  access: 'client',
  summary: 'Check a verification code without using it up',
  request: { body: object({ code: verificationCode() }) },
  response: z.object({ is_code_valid: z.boolean() }),
  limit: { name: 'try_code' },
  errors: codeErrors,
  handler: ({ body, services, call }) => services.identity.contact_channels.checkVerificationCode(body, call),
});
