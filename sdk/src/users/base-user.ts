import type { Json } from '../wire/case.ts';
import type { ServerUserRead, UserRead } from '../wire/user.ts';

/** What every user object shows. Read-only; change it through `update`. */
export interface BaseUser {
  readonly id: string;
  readonly displayName: string | null;
  readonly primaryEmail: string | null;
  readonly primaryEmailVerified: boolean;
  readonly profileImageUrl: string | null;
  readonly signedUpAt: Date;
  /** Written by the user's own client. */
  readonly clientMetadata: Json;
  /** Written by your server, read by the client. */
  readonly clientReadOnlyMetadata: Json;
  readonly hasPassword: boolean;
  readonly otpAuthEnabled: boolean;
  readonly passkeyAuthEnabled: boolean;
  readonly isMultiFactorRequired: boolean;
  readonly isAnonymous: boolean;
  /** @deprecated Ask `hasPassword` or `otpAuthEnabled`. */
  readonly emailAuthEnabled: boolean;
  /** @deprecated Use `listOAuthProviders`. */
  readonly oauthProviders: readonly { readonly id: string }[];
  /** The user as the API describes it to a client. */
  toClientJson(): UserRead;
}

type AnyUserRead = UserRead | ServerUserRead;

const clientView = (user: AnyUserRead): UserRead => {
  const {
    primary_email_auth_enabled: _1,
    last_active_at_millis: _2,
    server_metadata: _3,
    ...rest
  } = user as ServerUserRead;
  if (!rest.selected_team) return { ...rest, selected_team: null };
  const { created_at_millis: _4, server_metadata: _5, ...team } = rest.selected_team;
  return { ...rest, selected_team: team };
};

export const baseUser = (user: AnyUserRead): BaseUser => ({
  id: user.id,
  displayName: user.display_name,
  primaryEmail: user.primary_email,
  primaryEmailVerified: user.primary_email_verified,
  profileImageUrl: user.profile_image_url,
  signedUpAt: new Date(user.signed_up_at_millis),
  clientMetadata: user.client_metadata,
  clientReadOnlyMetadata: user.client_read_only_metadata,
  hasPassword: user.has_password,
  otpAuthEnabled: user.otp_auth_enabled,
  passkeyAuthEnabled: user.passkey_auth_enabled,
  isMultiFactorRequired: user.requires_totp_mfa,
  isAnonymous: user.is_anonymous,
  emailAuthEnabled: user.auth_with_email,
  oauthProviders: user.oauth_providers.map(({ id }) => ({ id })),
  toClientJson: () => clientView(user),
});

/** Protects against `const { user } = useUser()`, which would silently be undefined. */
export const guardDestructuring = <U extends object>(user: U): U =>
  Object.defineProperty(user, 'user', {
    enumerable: false,
    configurable: false,
    get: () => {
      throw new Error(
        'The call already returns the user. Write `const user = …` instead of `const { user } = …`.',
      );
    },
  });
