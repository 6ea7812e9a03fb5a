import { z } from 'zod';
import { codeErrors } from '../../contact-channels/code-errors.ts';
import { object, text, verificationCode } from '../../http/fields.ts';
import { route } from '../../http/route.ts';
import { signInResult } from '../sign-in.schema.ts';

const code = verificationCode();
const unknownType = 'must be one of the following values: totp, recovery-code';

const factor = z.discriminatedUnion(
  'type',
  [
    object({ type: z.literal('totp'), totp: text(), code }),
    object({ type: z.literal('recovery-code'), recovery_code: text(), code }),
  ],
  { error: (issue) => (issue.code === 'invalid_union' ? unknownType : undefined) },
);

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
    const { code: attempt_code, type: _, ...given } = body;
    return services.identity.mfa.signInWithMfa({ attempt_code, ...given }, call);
  },
});
