import { beforeAll, describe, expect, it } from 'vitest';
import { findProblems } from './axe.ts';
import { looks, scrollsSideways, takePicture } from './browser.ts';
import { requireStepUp } from './hosted-project.ts';
import { visitHostedProject } from './hosted-visits.ts';
import { newEmail } from './journeys.ts';
import { lastMail } from './mail.ts';

const { project, newVisit, signUp, signUpByMail, leave } = visitHostedProject();

/** The HTML of each mail, as the inbox shows it in a frame that axe cannot enter. */
const mails = new Map<string, string>();

const collect = async (name: string, to: string, subject: string): Promise<void> => {
  const mail = await lastMail(to, subject);
  mails.set(name, mail.html);
};

beforeAll(async () => {
  await requireStepUp(project());
  const page = await newVisit();
  const email = newEmail();
  await signUp(page, email);
  await collect('verification', email, 'Verify your email');
  await leave(page);
  await page.goto(project().page('forgot-password'));
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await collect('password-reset', email, 'Reset your password');
  const other = newEmail();
  await signUpByMail(page, other);
  await collect('sign-in', other, 'Sign in to');
  const user = (await project().admin.listUsers({ query: other }))[0];
  await user?.update({ totpMultiFactorSecret: new Uint8Array(20).fill(7) });
  await collect('security-notice', other, 'How you sign in');
});

describe.each(looks)('in $theme at $width pixels', (look) => {
  it.each(['verification', 'password-reset', 'sign-in', 'security-notice'])(
    'the mail for %s has no accessibility problem and does not scroll sideways',
    async (name) => {
      const page = await newVisit(look);
      await page.setContent(mails.get(name) ?? '');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await takePicture(page, `mail-${name}`, { look });
      expect(await findProblems(page, { minor: true })).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    },
  );
});
