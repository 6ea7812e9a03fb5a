import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, ok } from '../client.ts';
import { newProject, newUuid, type Project } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const token = (fields: object) => api('POST', '/auth/oauth/token', { json: fields });
const client = () => ({ client_id: project.id, client_secret: project.keys.publishable_client_key });

describe('POST /auth/oauth/token with a refresh token', () => {
  it('answers an access token, its type, scope and remaining seconds', async () => {
    const { refresh_token, id } = await project.signUp();
    const answer = ok(await token({ grant_type: 'refresh_token', refresh_token, ...client() }));
    expect(Object.keys(answer as object).sort()).toEqual([
      'access_token',
      'expires_in',
      'scope',
      'token_type',
    ]);
    expect(answer).toMatchObject({ token_type: 'Bearer', scope: 'legacy' });
    const claims = decodeJwt(answer.access_token as string);
    expect(claims.sub).toBe(id);
    expect(Math.abs((answer.expires_in as number) - (claims.exp! - Date.now() / 1000))).toBeLessThan(5);
  });

  it('takes forms, unknown fields and the branch behind the project id', async () => {
    const { refresh_token } = await project.signUp();
    const fields = {
      grant_type: 'refresh_token',
      refresh_token,
      ...client(),
      client_id: `${project.id}#main`,
      extra: 'x',
    };
    ok(await token(fields));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    ok(await api('POST', '/auth/oauth/token', { headers, body: new URLSearchParams(fields).toString() }));
  });

  it('a bad client pair is INVALID_OAUTH_CLIENT_ID_OR_SECRET', async () => {
    const { refresh_token } = await project.signUp();
    const fields = { grant_type: 'refresh_token', refresh_token, ...client() };
    for (const bad of [
      { client_secret: 'wrong' },
      { client_id: newUuid() },
      { client_id: `${project.id}#dev` },
      { client_secret: project.keys.secret_server_key },
    ])
      expectKnown(await token({ ...fields, ...bad }), 400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', {
        client_id: null,
      });
  });

  it('a bad refresh token is REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', async () => {
    const other = await newProject();
    const foreign = await other.signUp();
    const user = await project.signUp();
    ok(await project.as('client', user).delete('/auth/sessions/current'));
    for (const refresh_token of ['garbage', foreign.refresh_token, user.refresh_token])
      expectKnown(
        await token({ grant_type: 'refresh_token', refresh_token, ...client() }),
        401,
        'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
      );
  });

  it('another grant is SCHEMA_ERROR, a missing parameter an OAuth error', async () => {
    expect((await token({ grant_type: 'password', ...client() })).body.code).toBe('SCHEMA_ERROR');
    expect((await token({})).status).toBe(400);
    const answer = await token({ grant_type: 'refresh_token', ...client() });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: 'invalid_request',
      error_description: expect.any(String) as string,
    });
  });
});
