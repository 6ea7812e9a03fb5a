import { idAt, textAt } from '../json-at.ts';
import type { CreateProvider } from '../provider.ts';

const LOGIN = 'https://login.microsoftonline.com';
const ME = 'https://graph.microsoft.com/v1.0/me';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const microsoft: CreateProvider = ({ microsoft_tenant_id }) => {
  const tenant = microsoft_tenant_id || 'consumers';
  const base = `${LOGIN}/${encodeURIComponent(tenant)}`;
  return {
    authorization_url: `${base}/oauth2/v2.0/authorize`,
    token_url: `${base}/oauth2/v2.0/token`,
    scopes: ['User.Read', 'openid'],
    client_authentication: 'basic',
    id_token: {
      jwks_url: `${base}/discovery/v2.0/keys`,
      // The issuer names the directory of the person. One directory's id admits only its own people.
      issuer: ({ tid }) => {
        if (typeof tid !== 'string' || !UUID.test(tid)) return undefined;
        if (UUID.test(tenant) && tid.toLowerCase() !== tenant.toLowerCase()) return undefined;
        return `${LOGIN}/${tid}/v2.0`;
      },
    },
    profile: async (source) => {
      const me = await source.get(ME);
      return {
        account_id: idAt(me, 'id'),
        display_name: textAt(me, 'displayName'),
        email: textAt(me, 'mail') ?? textAt(me, 'userPrincipalName'),
        // An administrator of any directory can write any address there.
        email_verified: false,
        profile_image_url: null,
      };
    },
    probe: { url: ME },
  };
};
