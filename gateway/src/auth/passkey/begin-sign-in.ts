import { route } from '../../http/route.ts';
import { ceremony } from './passkey.schema.ts';

export const beginPasskeySignIn = route({
  method: 'POST',
  path: '/auth/passkey/initiate-passkey-authentication',
  access: 'client',
  summary: 'Begin to sign in with a passkey',
  response: ceremony,
  limit: { name: 'start_flow' },
  errors: ['PASSKEY_AUTHENTICATION_NOT_ENABLED'],
  handler: ({ services, call }) => services.identity.passkeys.beginPasskeySignIn({}, call),
});
