/** One sign-in through the RPCs, as the gateway would carry it out. */
import { systemCall, type CallContext } from '@portico/platform/call';
import type { Harness, TestProject } from '../../testing/harness.ts';
import { newPkceVerifier, pkceChallenge } from '../authorization-url.ts';

export const REDIRECT_URI = 'http://localhost:3000/callback';

export interface Trip {
  provider: string;
  type?: 'authenticate' | 'link';
  user_id?: string;
  provider_scope?: string;
  error_redirect_url?: string;
  /** What the provider sends to the callback, beside the state. */
  parameters?: Record<string, string>;
}

export const start = async (identity: Harness, project: TestProject, trip: Trip) => {
  const verifier = newPkceVerifier();
  const call: CallContext = project.client(trip.user_id);
  const started = await identity.oauth.startOAuth(
    {
      provider_id: trip.provider,
      type: trip.type ?? 'authenticate',
      redirect_uri: REDIRECT_URI,
      scope: 'legacy',
      state: 'outer',
      code_challenge: pkceChallenge(verifier),
      code_challenge_method: 'S256',
      provider_scope: trip.provider_scope,
      error_redirect_url: trip.error_redirect_url,
      after_callback_redirect_url: undefined,
    },
    call,
  );
  return { ...started, verifier, authorization: new URL(started.authorization_url) };
};

/** @returns the address the browser is sent to. */
export const finish = async (identity: Harness, trip: Trip, inner_state: string): Promise<URL> => {
  const parameters = { state: inner_state, ...(trip.parameters ?? { code: 'provider-code' }) };
  const { redirect_url } = await identity.oauth.finishOAuth(
    { provider_id: trip.provider, inner_state, parameters },
    systemCall(''),
  );
  return new URL(redirect_url);
};

/** All the way; the user who is signed in then. */
export const signIn = async (identity: Harness, project: TestProject, trip: Trip) => {
  const { inner_state, verifier: code_verifier } = await start(identity, project, trip);
  const target = await finish(identity, trip, inner_state);
  const code = target.searchParams.get('code') ?? '';
  const tokens = await identity.oauth.exchangeAuthorizationCode(
    { code, redirect_uri: REDIRECT_URI, code_verifier },
    project.client(),
  );
  const claims = JSON.parse(
    Buffer.from(tokens.access_token.split('.')[1] ?? '', 'base64url').toString('utf8'),
  ) as { sub: string };
  return { ...tokens, user: await project.getUser(claims.sub) };
};
