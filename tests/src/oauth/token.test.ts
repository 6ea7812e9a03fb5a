import { beforeAll, describe, expect, it } from 'vitest';
import { api, expectKnown, expectText, ok, type Answer } from '../client.ts';
import { newEmail, newProject, newUuid, type Project } from '../project.ts';
import { refreshByGrant } from '../refresh.ts';
import { codeOf, newAttempt, newVerifier, REDIRECT_URI, roundTrip } from './browser.ts';
import { exchange, newCode, newOAuthProject } from './project-with-providers.ts';

let project: Project;
beforeAll(async () => {
  project = await newOAuthProject();
});

const refresh = (refresh_token: string): Promise<Answer> => refreshByGrant(project, refresh_token);
const invalid = (answer: Answer) => expectKnown(answer, 400, 'INVALID_AUTHORIZATION_CODE');

describe('POST /auth/oauth/token with an authorization code', () => {
  it('takes a form, the branch behind the project id, and a client without a secret', async () => {
    const fields = { ...(await newCode(project, newEmail())), redirect_uri: REDIRECT_URI };
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: `${project.id}#main`,
      ...fields,
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    ok(await api('POST', '/auth/oauth/token', { headers, body: body.toString() }));
  });

  it('an unknown code and a wrong or missing verifier are INVALID_AUTHORIZATION_CODE; the code survives', async () => {
    const good = await newCode(project, newEmail());
    invalid(await exchange(project, { ...good, code: 'f'.repeat(64) }));
    invalid(await exchange(project, { ...good, code_verifier: newVerifier() }));
    invalid(await exchange(project, { ...good, code_verifier: undefined }));
    ok(await exchange(project, good));
  });

  it('takes a plain challenge, and does not mistake it for a hash', async () => {
    const verifier = newVerifier();
    const plain = { code_challenge: verifier, code_challenge_method: 'plain' };
    const code = codeOf(await roundTrip(newAttempt(project, plain), { email: newEmail() }));
    ok(await exchange(project, { code, code_verifier: verifier }));
    const hashed = { code_challenge: verifier, code_challenge_method: undefined };
    const other = codeOf(await roundTrip(newAttempt(project, hashed), { email: newEmail() }));
    invalid(await exchange(project, { code: other, code_verifier: verifier }));
  });

  it('is of no use to another project', async () => {
    const good = await newCode(project, newEmail());
    const other = await newProject();
    invalid(await exchange(other, good));
    ok(await exchange(project, good));
  });

  it('another redirect URI is refused, and the code is spent', async () => {
    for (const redirect_uri of [
      undefined,
      'https://evil.example/',
      `${REDIRECT_URI}/`,
      `${REDIRECT_URI}#x`,
    ]) {
      const good = await newCode(project, newEmail());
      expectText(await exchange(project, { ...good, redirect_uri }), 400);
      invalid(await exchange(project, good));
    }
  });

  it('gives one session to any number of parallel requests', async () => {
    const good = await newCode(project, newEmail());
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(project, good)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    answers.filter(({ status }) => status !== 200).forEach(invalid);
  });

  it('ends the session it gave when it is presented again', async () => {
    const good = await newCode(project, newEmail());
    const { refresh_token } = ok(await exchange(project, good)) as { refresh_token: string };
    invalid(await exchange(project, { ...good, code_verifier: newVerifier() }));
    ok(await refresh(refresh_token));
    invalid(await exchange(project, good));
    expectKnown(await refresh(refresh_token), 401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
  });

  it('a deleted user gets nothing', async () => {
    const email = newEmail();
    const good = await newCode(project, email);
    const { items } = ok(await project.server.get('/users', { query: { query: email } })) as {
      items: { id: string }[];
    };
    ok(await project.server.delete(`/users/${items[0]?.id}`));
    invalid(await exchange(project, good));
  });

  it('a bad client is INVALID_OAUTH_CLIENT_ID_OR_SECRET', async () => {
    const good = await newCode(project, newEmail());
    for (const bad of [
      { client_secret: 'wrong' },
      { client_id: newUuid() },
      { client_id: newUuid(), client_secret: undefined },
      { client_id: `${project.id}#dev` },
    ])
      expectKnown(await exchange(project, { ...good, ...bad }), 400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', {
        client_id: null,
      });
  });

  it('missing parameters are OAuth errors', async () => {
    for (const missing of ['client_id', 'code']) {
      const fields = { code: 'x', code_verifier: 'y', [missing]: undefined };
      const answer = await exchange(project, fields);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error: 'invalid_request',
        error_description: expect.stringContaining(missing) as string,
      });
    }
  });
});
