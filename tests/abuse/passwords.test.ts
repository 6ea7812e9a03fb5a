import { beforeAll, describe, expect, it } from 'vitest';
import { expectKnown, ok } from '../src/client.ts';
import { newEmail, newProject, type Project } from '../src/project.ts';
import { timed } from './timed.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

const signIn = (email: string, password: string) =>
  project.client.post('/auth/password/sign-in', { email, password });

describe('8 · a password', () => {
  it('of 73 bytes, of a megabyte, with a null character or in another Unicode form matches nothing', async () => {
    const composed = `Pässwörd ${'x'.repeat(20)}`.normalize('NFC');
    const email = newEmail();
    ok(await project.client.post('/auth/password/sign-up', { email, password: composed }));
    expectKnown(await signIn(email, composed.normalize('NFD')), 400, 'EMAIL_PASSWORD_MISMATCH');
    for (const longer of ['x'.repeat(73), 'x'.repeat(1_000_000), `${composed}\u0000`]) {
      const { answer, millis } = await timed(() => signIn(email, longer));
      expect([400, 413]).toContain(answer.status);
      expect(answer.body.code ?? 'SCHEMA_ERROR').toBe('SCHEMA_ERROR');
      // Refused by its size, before anything is hashed.
      expect(millis).toBeLessThan(2_000);
    }
    for (const password of ['x'.repeat(73), 'x'.repeat(1_000_000)]) {
      const refused = await project.client.post('/auth/password/sign-up', { email: newEmail(), password });
      expect(refused.status).toBe(400);
      expect(refused.body.code).toBe('PASSWORD_TOO_LONG');
    }
    ok(await signIn(email, composed));
  });

  it('of 70 characters does not match by a beginning of it', async () => {
    const email = newEmail();
    ok(await project.client.post('/auth/password/sign-up', { email, password: 'a'.repeat(70) }));
    for (const length of [8, 55, 69])
      expectKnown(await signIn(email, 'a'.repeat(length)), 400, 'EMAIL_PASSWORD_MISMATCH');
    ok(await signIn(email, 'a'.repeat(70)));
  });
});
