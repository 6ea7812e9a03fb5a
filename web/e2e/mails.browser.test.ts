import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, looks, openPage } from './browser.ts';
import { createHostedProject } from './hosted-project.ts';
import type { HostedProject } from './hosted-project.ts';
import { hostedVisitor } from './hosted-visitor.ts';
import { newEmail } from './journeys.ts';
import { lastMail } from './mail.ts';

const artifacts = join(import.meta.dirname, '../../artifacts/screenshots');

let browser: Browser;
let project: HostedProject;

/** The HTML of each mail, as the inbox shows it in a frame that axe cannot enter. */
const mails = new Map<string, string>();

const collect = async (name: string, to: string, subject: string): Promise<void> => {
  const mail = await lastMail(to, subject);
  mails.set(name, mail.html);
};

beforeAll(async () => {
  await mkdir(artifacts, { recursive: true });
  browser = await launchBrowser();
  project = await createHostedProject('Harbor Notes', {
    credentialEnabled: true,
    magicLinkEnabled: true,
    allowLocalhost: true,
  });
  const settings = await project.admin.getProject();
  await settings.updateConfig({ 'auth.stepUp.required': true });
  const { signUp, signUpByMail, leave } = hostedVisitor(() => project);
  const { page, close } = await openPage(browser);
  const email = newEmail();
  await signUp(page, email);
  await collect('verification', email, 'Verify your email');
  await leave(page);
  await page.goto(project.page('forgot-password'));
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await collect('password-reset', email, 'Reset your password');
  const other = newEmail();
  await signUpByMail(page, other);
  await collect('sign-in', other, 'Sign in to');
  const user = (await project.admin.listUsers({ query: other }))[0];
  await user?.update({ totpMultiFactorSecret: new Uint8Array(20).fill(7) });
  await collect('security-notice', other, 'How you sign in');
  await close();
});

afterAll(async () => {
  await browser.close();
});

describe.each(looks)('in $theme at $width pixels', (look) => {
  it.each(['verification', 'password-reset', 'sign-in', 'security-notice'])(
    'the mail for %s has no accessibility problem and does not scroll sideways',
    async (name) => {
      const { page, close } = await openPage(browser, { look });
      await page.setContent(mails.get(name) ?? '');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.screenshot({ path: join(artifacts, `mail-${name}-${look.theme}-${look.width}.png`) });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      ).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
      await close();
    },
  );
});
