import { beforeAll, expect, it } from 'vitest';
import { ok } from '../client.ts';
import { mailTo } from '../inbox.ts';
import { newEmail, newProject, PASSWORD, type Project } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

/** A little less than a request may hold. */
const MEGABYTES_4 = 4 * 1024 * 1024 - 2_000;

it('a user with as much metadata as requests can bring holds up nobody’s mail', async () => {
  const id = await project.newUser();
  for (const kind of ['client_metadata', 'client_read_only_metadata', 'server_metadata']) {
    const metadata = { [kind]: { filling: 'x'.repeat(MEGABYTES_4) } };
    ok(await project.server.patch(`/users/${id}`, metadata));
  }
  const email = newEmail();
  const body = { email, password: PASSWORD, verification_callback_url: 'http://localhost:3000/verify' };
  ok(await project.client.post('/auth/password/sign-up', body));
  expect(await mailTo(email)).toHaveLength(1);
});
