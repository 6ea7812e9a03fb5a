import { describe, expect, it } from 'vitest';
import { renderMail } from './render-mail.ts';

const link = 'https://app.test/handler/verify?code=abc&from=a+b&x="1"';

const magicLink = { magicLink: link, otp: 'A1B2C3' };

describe('the built-in mails', () => {
  it.each([
    ['email_verification', { emailVerificationLink: link }, 'Verify your email at Harbor'],
    ['password_reset', { passwordResetLink: link }, 'Reset your password at Harbor'],
    ['magic_link', magicLink, 'Sign in to Harbor: your code is A1B2C3'],
    ['magic_link_only', { magicLink: link }, 'Sign in to Harbor'],
    [
      'team_invitation',
      { teamInvitationLink: link, teamDisplayName: 'Crew' },
      'You have been invited to join Crew',
    ],
    ['sign_in_invitation', { signInInvitationLink: link }, 'You have been invited to sign in to Harbor'],
  ])('%s has the words that mailbox scanners look for', (key, variables, subject) => {
    expect(renderMail(key, variables, 'Harbor').subject).toBe(subject);
  });

  it('shows the link in the text part bare and exactly once', () => {
    const { text } = renderMail('email_verification', { emailVerificationLink: link }, 'Harbor');
    expect(text.split('\n').filter((line) => line === link)).toHaveLength(1);
    expect(text.split(link)).toHaveLength(2);
  });

  it('writes a notice without a button, and without saying that it may be ignored', () => {
    const { subject, html, text } = renderMail('security_notice', { change: 'A <key> was added.' }, 'Harbor');
    expect(subject).toBe('How you sign in to Harbor has changed');
    expect(text).toContain('A <key> was added. If this was not you');
    expect(html).toContain('A &lt;key&gt; was added.');
    expect(html).not.toContain('<a ');
    expect(text).not.toContain('ignore');
  });

  it('escapes the link in the HTML part', () => {
    const { html } = renderMail('email_verification', { emailVerificationLink: link }, 'Harbor');
    expect(html).toContain(
      'href="https://app.test/handler/verify?code=abc&amp;from=a+b&amp;x=&quot;1&quot;"',
    );
  });

  it('gives the code a paragraph of its own', () => {
    expect(renderMail('magic_link', magicLink, 'Harbor').html).toMatch(/<p[^>]*>A1B2C3<\/p>/);
  });

  it('greets by name where there is one', () => {
    const variables = { emailVerificationLink: link, userDisplayName: 'Mara' };
    expect(renderMail('email_verification', variables, 'Harbor').text).toContain('Hi Mara,');
    expect(renderMail('email_verification', { ...variables, userDisplayName: '' }, 'Harbor').text).toContain(
      'Hi,',
    );
  });

  it('refuses unknown templates and missing links', () => {
    expect(() => renderMail('__proto__', {}, 'Harbor')).toThrow('no template');
    expect(() => renderMail('magic_link', { otp: 'A1B2C3' }, 'Harbor')).toThrow('magicLink');
  });
});

describe('names that strangers chose', () => {
  const render = (userDisplayName: string, project = 'Harbor') =>
    renderMail('email_verification', { emailVerificationLink: link, userDisplayName }, project);

  it('become text in HTML', () => {
    const { html } = render('<img src=x onerror=alert(1)>', '<b>"Harbor" & Sons</b>');
    expect(html).not.toMatch(/<img|<b>/);
    expect(html).toContain('&lt;b&gt;&quot;Harbor&quot; &amp; Sons&lt;/b&gt;');
  });

  it('stay on one line', () => {
    const { subject, text } = render('Mara\r\nBcc: all@example.com', 'Harbor\r\nBcc: all@example.com\u2028x');
    expect(subject).toBe('Verify your email at Harbor Bcc: all@example.com x');
    expect(text).toContain('Hi Mara Bcc: all@example.com,');
  });

  it('cannot turn the direction of the text around', () => {
    expect(render('\u202emoc.live\u202c\u2066x\u2069').text).toContain('Hi moc.livex,');
  });

  it('cannot smuggle a link into the mail', () => {
    for (const name of ['Win at https://evil.test', 'www.evil.test', 'evil.test/win']) {
      expect(render(name).text).toContain('Hi,');
      expect(render('Mara', name).text).not.toContain('evil');
    }
  });

  it('are not filled in again', () => {
    const variables = { ...magicLink, userDisplayName: '{otp} {{otp}} ${otp}' };
    expect(renderMail('magic_link', variables, '{otp}').subject).toBe(
      'Sign in to {otp}: your code is A1B2C3',
    );
  });

  it('are cut when they are very long', () => {
    expect(render('x'.repeat(10_000)).text.length).toBeLessThan(600);
  });
});
