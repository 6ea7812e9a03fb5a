import { beforeAll, describe, expect, it } from 'vitest';
import { ok, send, url } from '../src/client.ts';
import { mailTo } from '../src/inbox.ts';
import { newEmail, newProject, PASSWORD, type Project } from '../src/project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

describe('a flood of sign-ins', () => {
  it('is answered or turned away, and everything else goes on', async () => {
    const user = await project.signUp();
    const given = Object.entries({ ...project.client.headers, 'content-type': 'application/json' });
    const headers = given.filter((entry): entry is [string, string] => entry[1] !== undefined);
    // Past `send`, which takes no 503 for an answer.
    const attempt = async () => {
      const body = JSON.stringify({ email: newEmail(), password: 'wrong password' });
      const target = `${url()}/api/v1/auth/password/sign-in`;
      const response = await fetch(target, { method: 'POST', headers, body });
      await response.text();
      return response.status;
    };
    const flood = Array.from({ length: 200 }, attempt);
    const start = performance.now();
    ok(await send('GET', '/health'));
    const refresh = { 'x-stack-refresh-token': user.refresh_token };
    ok(await project.client.post('/auth/sessions/current/refresh', undefined, { headers: refresh }));
    ok(await project.as('client', user).get('/users/me'));
    expect(performance.now() - start).toBeLessThan(5_000);
    for (const status of await Promise.all(flood)) expect([400, 429, 503]).toContain(status);
    ok(await project.client.post('/auth/password/sign-in', { email: user.email, password: PASSWORD }));
  });
});

describe('what users write', () => {
  it('cannot become markup, headers or template code in a mail', async () => {
    const display_name = '<img src=x onerror=alert(1)> {{constructor}} ${1+1}\r\nBcc: evil@example.com';
    ok(await project.admin.patch('/internal/projects/current', { display_name }));
    const email = newEmail();
    const user = await project.newUser({ primary_email: email, display_name: '<script>alert(1)</script>' });
    const { items } = ok(await project.server.get('/contact-channels', { query: { user_id: user } })) as {
      items: { id: string }[];
    };
    const callback_url = 'http://localhost:3000/?"><script>x</script>'.replaceAll(' ', '');
    ok(
      await project.server.post(`/contact-channels/${user}/${items[0]!.id}/send-verification-code`, {
        callback_url,
      }),
    );
    const [mail] = await mailTo(email);
    expect(mail!.html).not.toContain('<img src=x');
    expect(mail!.html).not.toContain('<script>');
    expect(mail!.subject + mail!.from + mail!.to).not.toMatch(/[\r\n]/);
    expect(mail!.to).toBe(email);
  });
});
