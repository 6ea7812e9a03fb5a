import { statusError } from '@portico/platform/errors';
import { z } from 'zod';
import { object, text } from '../../http/fields.ts';
import { json } from '../../http/reply.ts';
import { route, type RouteRequest } from '../../http/route.ts';
import { clearInnerCookie, hasInnerCookie } from './inner-cookie.ts';
import { patientWithProvider } from './provider-patience.ts';

/** Texts only; what else a provider or a stranger sends means nothing here. */
const textsOf = (sent: unknown): Record<string, string> =>
  typeof sent === 'object' && sent !== null
    ? Object.fromEntries(
        Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

interface Sent {
  query: unknown;
  body: unknown;
}

const parametersOf = ({ query, body }: Sent) => ({ ...textsOf(body), ...textsOf(query) });

const request = { params: object({ provider_id: text() }), query: z.looseObject({}), body: z.unknown() };

const handler = async ({ params, query, body, services, call, req }: RouteRequest<typeof request>) => {
  const parameters = parametersOf({ query, body });
  const { state: inner_state = '' } = parameters;
  if (inner_state === '' || !hasInnerCookie(req.headers.cookie, inner_state)) {
    throw statusError(400, 'This browser did not start that sign-in. Please sign in again.');
  }
  const { redirect_url } = await services.identity.oauth.finishOAuth(
    { ...params, inner_state, parameters },
    patientWithProvider({ ...call, project_id: '', access_type: undefined, user_id: undefined }),
  );
  return json({}, { status: 303, headers: { location: redirect_url } });
};

const common = {
  path: '/auth/oauth/callback/:provider_id',
  access: 'open',
  request,
  response: z.object({}),
  status: 303,
  body_limit: 64 * 1024,
  answer_headers: (sent: Sent) => clearInnerCookie(parametersOf(sent).state),
  errors: [
    'OUTER_OAUTH_TIMEOUT',
    'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
    'OAUTH_PROVIDER_ACCESS_DENIED',
    'REDIRECT_URL_NOT_WHITELISTED',
    'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER',
    'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION',
    'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
    'SIGN_UP_NOT_ENABLED',
    'USER_NOT_FOUND',
  ],
  handler,
} as const;

export const finishOAuth = route({
  ...common,
  method: 'GET',
  summary: 'Where OAuth providers send browsers back to',
});

export const finishOAuthForm = route({
  ...common,
  method: 'POST',
  summary: 'The same, for providers that post a form',
});
