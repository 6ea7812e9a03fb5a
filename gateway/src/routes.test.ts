import { expect, it } from 'vitest';
import { apiRoutes } from './routes.ts';

it('routes that can be tried again and again have limits', () => {
  const limited = apiRoutes.flatMap(({ method, path, limit }) =>
    limit ? [`${method} ${path}: ${limit.name}${limit.by ? ` by ${limit.by}` : ''}`] : [],
  );
  expect(limited.sort()).toEqual([
    'GET /auth/oauth/authorize/:provider_id: start_flow',
    'PATCH /contact-channels/:user_id/:contact_channel_id: change_email by user',
    'POST /auth/anonymous/sign-up: sign_up',
    'POST /auth/cli/complete: try_code',
    'POST /auth/cli: start_flow',
    'POST /auth/mfa/recovery-codes: change_password by user',
    'POST /auth/mfa/sign-in: try_code',
    'POST /auth/otp/send-sign-in-code: send_mail by email',
    'POST /auth/otp/sign-in/check-code: try_code',
    'POST /auth/otp/sign-in: try_code',
    'POST /auth/passkey/initiate-passkey-authentication: start_flow',
    'POST /auth/passkey/initiate-passkey-registration: start_flow by user',
    'POST /auth/passkey/register: try_code',
    'POST /auth/passkey/sign-in: try_code',
    'POST /auth/password/reset/check-code: try_code',
    'POST /auth/password/reset: try_code',
    'POST /auth/password/send-reset-code: send_mail by email',
    'POST /auth/password/set: change_password by user',
    'POST /auth/password/sign-in: sign_in by email',
    'POST /auth/password/sign-up: sign_up by email',
    'POST /auth/password/update: change_password by user',
    'POST /contact-channels/:user_id/:contact_channel_id/send-verification-code: send_mail by user',
    'POST /contact-channels/send-verification-code: send_mail by email',
    'POST /contact-channels/verify/check-code: try_code',
    'POST /contact-channels/verify: try_code',
    'POST /contact-channels: change_email by user',
  ]);
});

it('only signing out and refreshing look a revoked session up themselves', () => {
  const accepting = apiRoutes.filter((route) => route.accepts_revoked_session).map(({ path }) => path);
  expect(accepting.sort()).toEqual([
    '/auth/oauth/token',
    '/auth/sessions/current',
    '/auth/sessions/current/refresh',
  ]);
});
