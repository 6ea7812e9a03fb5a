import { credentialSignIn } from '../auth/credential.ts';
import type { CredentialSignIn } from '../auth/credential.ts';
import { cliLogin } from '../auth/cli-login.ts';
import type { CliLogin } from '../auth/cli-login.ts';
import { magicLinkSignIn } from '../auth/magic-link.ts';
import type { MagicLinkSignIn } from '../auth/magic-link.ts';
import { mfaSignIn } from '../auth/mfa.ts';
import type { MfaSignIn } from '../auth/mfa.ts';
import { oauthSignIn } from '../auth/oauth-sign-in.ts';
import type { OAuthSignIn } from '../auth/oauth-sign-in.ts';
import { passkeySignIn } from '../auth/passkey.ts';
import type { PasskeySignIn } from '../auth/passkey.ts';
import { passwordReset } from '../auth/password-reset.ts';
import type { PasswordReset } from '../auth/password-reset.ts';
import { verifyEmail } from '../auth/verify-email.ts';
import type { VerifyEmail } from '../auth/verify-email.ts';
import { clientProject } from '../projects/current-project.ts';
import type { CurrentProject } from '../projects/current-project.ts';
import type { AnyTokenStoreInit, TokenStoreInit } from '../tokens/token-store.ts';
import type { HandlerUrls } from '../urls/handler-urls.ts';
import { redirectMethods } from '../urls/redirects.ts';
import type { RedirectMethods } from '../urls/redirects.ts';
import { appSession, currentUsers } from '../users/client-users.ts';
import type { AppSession, CurrentUserOf, CurrentUsers } from '../users/client-users.ts';
import { partialUsers } from '../users/partial-user.ts';
import type { PartialUsers } from '../users/partial-user.ts';
import { fromClientJson } from './app-json.ts';
import type { PorticoClientAppJson } from './app-json.ts';
import { buildApp } from './build-app.ts';
import type { AppOptions } from './build-app.ts';
import type { AppContext } from './context.ts';
import { porticoAppInternalsSymbol } from './internals.ts';
import type { HasInternals, MembersOf } from './internals.ts';
import type { PorticoClientAppOptions } from './options.ts';

/** What every app has, whoever is signed in. A new area adds one interface here and one line in `clientMembers`. */
export interface AppBase<HasTokenStore extends boolean>
  extends
    HasInternals,
    RedirectMethods,
    CredentialSignIn,
    MagicLinkSignIn,
    OAuthSignIn,
    PasskeySignIn,
    MfaSignIn,
    PasswordReset,
    VerifyEmail,
    CliLogin,
    AppSession<HasTokenStore>,
    PartialUsers<HasTokenStore> {
  readonly projectId: string;
  /** Where every page of the kit lives. */
  readonly urls: Readonly<HandlerUrls>;
}

/** An app that acts for whoever is signed in. Runs in browsers and on servers. */
export interface PorticoClientApp<HasTokenStore extends boolean = boolean, ProjectId extends string = string>
  extends AppBase<HasTokenStore>, CurrentProject, CurrentUsers<HasTokenStore, CurrentUserOf<ProjectId>> {}

/** The members of a client app; server and admin apps begin with them. */
export const clientMembers = (ctx: AppContext): MembersOf<PorticoClientApp<boolean, 'internal'>> => ({
  ...redirectMethods(ctx),
  ...credentialSignIn(ctx),
  ...magicLinkSignIn(ctx),
  ...oauthSignIn(ctx),
  ...passkeySignIn(ctx),
  ...mfaSignIn(ctx),
  ...passwordReset(ctx),
  ...verifyEmail(ctx),
  ...cliLogin(ctx),
  ...appSession(ctx),
  ...partialUsers(ctx),
  ...currentUsers(ctx),
  ...clientProject(ctx),
});

class ClientApp {
  static readonly [porticoAppInternalsSymbol] = {
    fromClientJson: (json: PorticoClientAppJson) => fromClientJson(json, (options) => new ClientApp(options)),
  };

  constructor(options: AppOptions) {
    Object.assign(this, clientMembers(buildApp(this, 'client', options)));
  }
}

export interface PorticoClientAppConstructor {
  new <ProjectId extends string = string>(
    options: PorticoClientAppOptions<false, ProjectId> & { tokenStore: null },
  ): PorticoClientApp<false, ProjectId>;
  new <ProjectId extends string = string>(
    options: Omit<PorticoClientAppOptions<true, ProjectId>, 'inheritsFrom'> & {
      tokenStore: TokenStoreInit<true>;
    },
  ): PorticoClientApp<true, ProjectId>;
  new <HasTokenStore extends boolean, ProjectId extends string>(
    options: Omit<PorticoClientAppOptions, 'inheritsFrom' | 'tokenStore'> & {
      inheritsFrom: PorticoClientApp<HasTokenStore, ProjectId>;
      tokenStore?: AnyTokenStoreInit;
    },
  ): PorticoClientApp<HasTokenStore, ProjectId>;
  readonly [porticoAppInternalsSymbol]: {
    /** The app a server component serialised. */
    fromClientJson(json: PorticoClientAppJson): PorticoClientApp;
  };
}

export const PorticoClientApp = ClientApp as unknown as PorticoClientAppConstructor;
