import { beforeAll, describe, expect, it } from 'vitest';
import { ok } from '../src/client.ts';
import { mailTo } from '../src/inbox.ts';
import { newEmail, newProject, type Project } from '../src/project.ts';

let project: Project;
beforeAll(async () => {
  project = await newProject();
});

describe('37 · what users write', () => {
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
