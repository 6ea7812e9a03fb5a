import { z } from 'zod';
import { route } from '../../http/route.ts';

export const createRecoveryCodes = route({
  method: 'POST',
  path: '/auth/mfa/recovery-codes',
  access: 'client',
  summary: "Replace the current user's recovery codes",
  description:
    'Ten codes that each stand in for a time-based code once. They are shown by this answer only; earlier ones end. ' +
    'The second factor must be on.',
  user: 'schema',
  response: z.object({ recovery_codes: z.array(z.string()) }),
  limit: { name: 'change_password', by: 'user' },
  handler: ({ services, call }) => services.identity.mfa.createRecoveryCodes({}, call),
});

export const countRecoveryCodes = route({
  method: 'GET',
  path: '/auth/mfa/recovery-codes',
  access: 'client',
  summary: 'How many recovery codes the current user has left',
  user: 'schema',
  response: z.object({ unused: z.number() }),
  handler: ({ services, call }) => services.identity.mfa.countRecoveryCodes({}, call),
});
