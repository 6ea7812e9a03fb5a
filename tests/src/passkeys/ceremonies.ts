/** Registering and signing in with a passkey, step by step. */
import { createAuthenticator, type Authenticator } from '@portico/platform/testing/authenticator';
import { ok, type Answer } from '../client.ts';
import type { Caller } from '../project.ts';

export const ORIGIN = 'http://localhost:8103';

interface Begun {
  readonly options_json: { readonly challenge: string; readonly user?: { readonly name: string } };
  readonly code: string;
}

export const beginRegistration = async (caller: Caller): Promise<Begun> =>
  ok(await caller.post('/auth/passkey/initiate-passkey-registration')) as Begun;
export const beginSignIn = async (caller: Caller): Promise<Begun> =>
  ok(await caller.post('/auth/passkey/initiate-passkey-authentication', {})) as Begun;

type Credential = ReturnType<Authenticator['register']>;
type Assertion = ReturnType<Authenticator['authenticate']>;
type Ceremony = Partial<Parameters<Authenticator['authenticate']>[0]>;

interface Registration extends Ceremony {
  readonly passkey?: Authenticator;
  readonly fmt?: 'none' | 'packed';
  /** Changes what is sent. */
  readonly alter?: (credential: Credential) => unknown;
}

interface SignIn extends Ceremony {
  readonly alter?: (assertion: Assertion) => unknown;
}

export const register = async (caller: Caller, options: Registration = {}): Promise<Answer> => {
  const { passkey = createAuthenticator(), fmt, alter, ...ceremony } = options;
  const { options_json, code } = await beginRegistration(caller);
  const { challenge } = options_json;
  const credential = passkey.register({ challenge, origin: ORIGIN, ...ceremony }, fmt);
  return caller.post('/auth/passkey/register', { credential: alter ? alter(credential) : credential, code });
};

export const signInWith = async (
  caller: Caller,
  passkey: Authenticator,
  { alter, ...ceremony }: SignIn = {},
): Promise<Answer> => {
  const { options_json, code } = await beginSignIn(caller);
  const { challenge } = options_json;
  const assertion = passkey.authenticate({ challenge, origin: ORIGIN, ...ceremony });
  const authentication_response = alter ? alter(assertion) : assertion;
  return caller.post('/auth/passkey/sign-in', { authentication_response, code });
};
