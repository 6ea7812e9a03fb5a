import { route } from '../../http/route.ts';
import { ceremony } from './passkey.schema.ts';

export const beginPasskeyRegistration = route({
  method: 'POST',
  path: '/auth/passkey/initiate-passkey-registration',
  access: 'client',
  summary: 'Begin to register a passkey for the current user',
  user: 'schema',
  response: ceremony,
  limit: { name: 'start_flow', by: 'user' },
  errors: ['PASSKEY_AUTHENTICATION_NOT_ENABLED'],
  handler: ({ services, call }) => services.identity.passkeys.beginPasskeyRegistration({}, call),
});
