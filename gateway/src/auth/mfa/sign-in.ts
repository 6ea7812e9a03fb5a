import { codeErrors } from '../../contact-channels/code-errors.ts';
import { object, oneOf, text, verificationCode } from '../../http/fields.ts';
import { route } from '../../http/route.ts';
import { signInResult } from '../sign-in.schema.ts';

const factor = object({
  type: oneOf('totp', 'recovery-code').meta({ description: 'Which of the two fields below is sent.' }),
  totp: text().optional(),
  recovery_code: text().optional(),
  code: verificationCode(),
}).superRefine((body, { addIssue }) => {
  const [needed, other] =
    body.type === 'totp' ? (['totp', 'recovery_code'] as const) : (['recovery_code', 'totp'] as const);
  if (body[needed] === undefined) addIssue({ code: 'custom', path: [needed], message: 'must be defined' });
  if (body[other] !== undefined)
    addIssue({ code: 'custom', path: [other], message: `does not go with type ${body.type}` });
});

export const signInWithMfa = route({
  method: 'POST',
  path: '/auth/mfa/sign-in',
  access: 'client',
  summary: 'Finish a sign-in with the second factor',
  description:
    '`code` is the `attempt_code` of `MULTI_FACTOR_AUTHENTICATION_REQUIRED`. The second factor is a time-based code, ' +
    'each good once, or one of the recovery codes. Too many wrong ones for one account are 429.',
  request: { body: factor },
  response: signInResult,
  limit: { name: 'try_code' },
  errors: [...codeErrors, 'INVALID_TOTP_CODE'],
  handler: ({ body, services, call }) => {
    const { code: attempt_code, totp, recovery_code } = body;
    return services.identity.mfa.signInWithMfa({ attempt_code, totp, recovery_code }, call);
  },
});
