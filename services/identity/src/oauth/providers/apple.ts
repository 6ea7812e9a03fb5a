import { idAt, textAt } from '../json-at.ts';
import type { CreateProvider } from '../provider.ts';

/** The client secret is a JWT that the owner of the app signed, and is passed on as it is. */
export const apple: CreateProvider = () => ({
  authorization_url: 'https://appleid.apple.com/auth/authorize',
  token_url: 'https://appleid.apple.com/auth/token',
  scopes: ['name', 'email'],
  client_authentication: 'body',
  form_post: true,
  parameters: { response_mode: 'form_post' },
  id_token: {
    jwks_url: 'https://appleid.apple.com/auth/keys',
    issuer: () => 'https://appleid.apple.com',
  },
  profile: async ({ claims }) => ({
    account_id: idAt(claims, 'sub'),
    display_name: null,
    email: textAt(claims, 'email'),
    // Apple writes this claim as a boolean or as a text.
    email_verified: claims.email_verified === true || claims.email_verified === 'true',
    profile_image_url: null,
  }),
  probe: { url: 'https://appleid.apple.com/auth/userinfo' },
});
