import { beforeAll, describe, expect, it } from 'vitest';
import { api, ok } from '../client.ts';
import { codeIn, mailTo } from '../inbox.ts';
import { newEmail, newProject, type Project } from '../project.ts';
import { CALLBACK } from '../sign-in-mail.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject({ magic_link_enabled: true });
});

describe('x-stack-client-version', () => {
  it.each(['js @acme/kit@2.8.47', 'js @stackframe/stack@0.0.1', 'garbage', 'js @a/b@1.0.0-beta', ''])(
    '%j never fails a request',
    async (value) => {
      ok(await api('GET', '', { headers: { 'x-stack-client-version': value } }));
    },
  );

  const mailFor = async (version: string) => {
    const email = newEmail();
    const body = { email, callback_url: CALLBACK };
    const headers = { 'x-stack-client-version': version };
    const { nonce } = ok(await project.client.post('/auth/otp/send-sign-in-code', body, { headers })) as {
      nonce: string;
    };
    expect(nonce).toHaveLength(39);
    const [mail] = await mailTo(email);
    return mail!;
  };

  it.each(['js @stackframe/stack@2.5.38', 'js @acme/kit@2.5.37', 'js @stackframe/stack@2.5.37-beta.1'])(
    'of %s gets a mail with a link and a code',
    async (version) => {
      expect((await mailFor(version)).html).toMatch(/<p\b[^>]*>[0-9A-Z]{6}<\/p>/);
    },
  );

  it.each(['js @stackframe/stack@2.5.37', 'js @stackframe/stack@2.4.100'])(
    'of %s, which has no field for a code, gets a mail with a link alone, which signs in',
    async (version) => {
      const mail = await mailFor(version);
      expect(mail.subject).toBe('Sign in to Test project');
      expect(mail.html).not.toMatch(/<p\b[^>]*>[0-9A-Z]{6}<\/p>/);
      const answer = await project.client.post('/auth/otp/sign-in', { code: codeIn(mail) });
      expect(ok(answer)).toMatchObject({ is_new_user: true });
    },
  );
});
