import { decodeJwt } from 'jose';
import { request } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { ok, send, url, type Json } from '../client.ts';
import { newEmail, newProject, PASSWORD, type Project } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const claimsOf = async (user_id: string) => decodeJwt((await project.newSession(user_id)).access_token);

it('name, e-mail, its verification and the selected team are those of the user', async () => {
  const email = newEmail();
  const id = await project.newUser({
    display_name: 'Mira',
    primary_email: email,
    primary_email_verified: true,
  });
  const team = await project.newTeam({ creator_user_id: id });
  ok(await project.server.patch(`/users/${id}`, { selected_team_id: team }));
  expect(await claimsOf(id)).toMatchObject({
    sub: id,
    name: 'Mira',
    email,
    email_verified: true,
    selected_team_id: team,
    role: 'authenticated',
  });
});

it('a user without an e-mail has none that is verified', async () => {
  const id = await project.newUser({ primary_email: newEmail(), primary_email_verified: true });
  ok(await project.server.patch(`/users/${id}`, { primary_email: null }));
  expect(await claimsOf(id)).toMatchObject({ name: null, email: null, email_verified: false });
});

/** `fetch` does not let its caller choose the host. */
const signUpAt = (path: string, host: string): Promise<Json> =>
  new Promise((resolve, reject) => {
    const headers = { ...project.client.headers, host, 'content-type': 'application/json' };
    const clean = Object.entries(headers).filter(([, value]) => value !== undefined) as [string, string][];
    const sent = request(
      new URL(path, url()),
      { method: 'POST', headers: Object.fromEntries(clean) },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      },
    );
    sent.on('error', reject).end(JSON.stringify({ email: newEmail(), password: PASSWORD }));
  });

it('the issuer depends neither on the host nor on the version prefix of the request', async () => {
  const { iss } = decodeJwt((await project.signUp()).access_token);
  for (const [path, host] of [
    ['/api/v1/auth/password/sign-up', 'evil.example'],
    ['/api/latest/auth/password/sign-up', new URL(url()).host],
  ] as const) {
    const { access_token } = (await signUpAt(path, host)) as { access_token: string };
    expect(decodeJwt(access_token).iss).toBe(iss);
  }
});

it('the first published key signs', async () => {
  const { access_token } = await project.signUp();
  const head = JSON.parse(Buffer.from(access_token.split('.')[0]!, 'base64url').toString()) as {
    kid: string;
  };
  const path = `/api/v1/projects/${project.id}/.well-known/jwks.json`;
  const { keys } = ok(await send('GET', path)) as { keys: { kid: string }[] };
  expect(head.kid).toBe(keys[0]!.kid);
});
