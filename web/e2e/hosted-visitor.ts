import type { Page } from 'playwright-core';
import type { HostedProject } from './hosted-project.ts';
import { PASSWORD } from './journeys.ts';
import { mailedCode } from './mail.ts';

/** Account settings, where every sign-in of a hosted project leads. */
export const settled = (page: Page): Promise<void> => page.waitForURL('**/handler/account-settings**');

export const openSection = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Account settings' }).getByRole('link', { name }).click();

/** Signs in at the page that stands in for a provider. */
export const passSandbox = async (page: Page, email: string): Promise<void> => {
  await page.getByRole('heading', { name: /^Sandbox for/ }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** What visitors of a project that takes passwords and mail do over and over. */
export const hostedVisitor = (project: () => HostedProject) => {
  const openPassword = async (page: Page, name: 'sign-in' | 'sign-up'): Promise<void> => {
    await page.goto(project().page(name));
    await page.getByRole('tab', { name: 'With a password' }).click();
  };
  return {
    openPassword,
    signUp: async (page: Page, email: string): Promise<void> => {
      await openPassword(page, 'sign-up');
      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
      await page.getByRole('textbox', { name: 'Repeat password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await settled(page);
    },
    signIn: async (page: Page, email: string, password = PASSWORD): Promise<void> => {
      await openPassword(page, 'sign-in');
      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    },
    /** The address is verified then. */
    signUpByMail: async (page: Page, email: string): Promise<void> => {
      await page.goto(project().page('sign-in'));
      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await page.getByRole('textbox', { name: 'Code' }).fill(await mailedCode(email));
      await settled(page);
    },
    /** Takes `sandboxProviders`. */
    signInWithGitHub: async (page: Page, email: string): Promise<void> => {
      await page.goto(project().page('sign-in'));
      await page.getByRole('button', { name: 'Continue with GitHub' }).click();
      await passSandbox(page, email);
      await settled(page);
    },
    leave: async (page: Page): Promise<void> => {
      await page.goto(project().page('sign-out'));
      await page.waitForURL('**/handler/sign-in**');
    },
  };
};
