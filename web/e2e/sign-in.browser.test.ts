import { PorticoClientApp } from '@portico/sdk';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPasskeyDevice, codeFor } from './authenticator.ts';
import { baseUrl, launchBrowser, openPage } from './browser.ts';
import type { WatchedPage } from './browser.ts';
import { createHostedProject } from './hosted-project.ts';
import type { HostedProject } from './hosted-project.ts';
import { newEmail, PASSWORD } from './journeys.ts';
import { followMailedLink, mailedCode } from './mail.ts';

let browser: Browser;
let project: HostedProject;
let visit: WatchedPage;

beforeAll(async () => {
  browser = await launchBrowser();
  project = await createHostedProject('Harbor Notes', {
    credentialEnabled: true,
    magicLinkEnabled: true,
    passkeyEnabled: true,
    allowLocalhost: true,
    oauthProviders: [
      { id: 'github', type: 'shared' },
      { id: 'google', type: 'shared' },
    ],
  });
  visit = await openPage(browser);
});

afterAll(async () => {
  await browser.close();
});

/** A visitor nobody knows yet. */
const newVisit = async (): Promise<Page> => {
  await visit.close();
  visit = await openPage(browser);
  return visit.page;
};

const settled = (page: Page): Promise<void> => page.waitForURL('**/handler/account-settings**');

const openPassword = async (page: Page, name: 'sign-in' | 'sign-up'): Promise<void> => {
  await page.goto(project.page(name));
  await page.getByRole('tab', { name: 'With a password' }).click();
};

const signUp = async (page: Page, email: string): Promise<void> => {
  await openPassword(page, 'sign-up');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Repeat password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await settled(page);
};

const signIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await openPassword(page, 'sign-in');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Mail comes only once signed up with it, so the account is verified. */
const signUpByMail = async (page: Page, email: string): Promise<void> => {
  await page.goto(project.page('sign-in'));
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(await mailedCode(email));
  await settled(page);
};

const openSection = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Account settings' }).getByRole('link', { name }).click();

const leave = async (page: Page): Promise<void> => {
  await page.goto(project.page('sign-out'));
  await page.waitForURL('**/handler/sign-in**');
};

describe('a page without a key', () => {
  it('asks for it and goes on with it', async () => {
    const page = await newVisit();
    await page.goto(`/projects/${project.id}/handler/sign-in`);
    await page.getByLabel('Publishable client key').fill(project.key);
    await page.getByRole('button', { name: 'Open the page' }).click();
    await page.getByRole('heading', { name: 'Sign in to Harbor Notes' }).waitFor();
  });
});

describe('mail', () => {
  it('signs in with the code it carries', async () => {
    const page = await newVisit();
    const email = newEmail();
    await page.goto(project.page('sign-in'));
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.fill('AAAAAA');
    await page.getByText('Wrong code. Please try again.').waitFor();
    await code.fill((await mailedCode(email)).toLowerCase());
    await settled(page);
    await openSection(page, 'Emails and sign-in');
    await page.getByText(email).first().waitFor();
  });

  it('signs in with its link, once, and only after a click', async () => {
    const page = await newVisit();
    const email = newEmail();
    await page.goto(project.page('sign-in'));
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByText(`We sent a mail to ${email}`).waitFor();
    const opened = await followMailedLink(page, email);
    await opened.getByRole('heading', { name: 'Sign in with this link' }).waitFor();
    const link = opened.url();
    await opened.getByRole('button', { name: 'Sign in' }).click();
    await settled(opened);
    const other = await newVisit();
    await other.goto(link);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('heading', { name: 'This link was used already' }).waitFor();
  });

  it('leads to a new password, which ends the old one', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signUp(page, email);
    await leave(page);
    await openPassword(page, 'sign-in');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    const opened = await followMailedLink(page, email);
    await opened.getByRole('textbox', { name: 'New password' }).fill('another horse battery');
    await opened.getByRole('textbox', { name: 'Repeat password' }).fill('another horse battery');
    await opened.getByRole('button', { name: 'Save password' }).click();
    await opened.getByRole('heading', { name: 'Your password is changed' }).waitFor();
    await signIn(opened, email);
    await opened.getByText('Wrong email or password.').waitFor();
    await signIn(opened, email, 'another horse battery');
    await settled(opened);
  });

  it('of nobody looks the same', async () => {
    const page = await newVisit();
    await page.goto(project.page('forgot-password'));
    await page.getByRole('textbox', { name: 'Email' }).fill(newEmail());
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  });
});

describe('a second factor', () => {
  it('is set up with a QR code and asked for at the next sign-in; a recovery code stands in for it', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signUp(page, email);
    await openSection(page, 'Emails and sign-in');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const key = (await page.locator('.portico-key').textContent()) ?? '';
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByText('Wrong code. Please try again.').waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(key));
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    const recovery = (await codes.first().textContent()) ?? '';
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('Recovery codes left: 10').waitFor();

    await leave(page);
    await signIn(page, email);
    await page.waitForURL('**/handler/mfa**');
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.fill('000000');
    await page.getByText('Wrong code. Please try again.').waitFor();
    await code.fill(codeFor(key));
    await settled(page);

    await leave(page);
    await signIn(page, email);
    await page.waitForURL('**/handler/mfa**');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery);
    await page.getByRole('button', { name: 'Continue' }).click();
    await settled(page);
    await openSection(page, 'Emails and sign-in');
    await page.getByText('Recovery codes left: 9').waitFor();
  });
});

describe('a passkey', () => {
  it('is added, signs in, and is removed', async () => {
    const page = await newVisit();
    const device = await addPasskeyDevice(page);
    const email = newEmail();
    await signUpByMail(page, email);
    await openSection(page, 'Emails and sign-in');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).waitFor();

    await device.setPresent(false);
    await leave(page);
    await page.getByRole('button', { name: 'Continue with a passkey' }).waitFor();
    await device.setPresent(true);
    await page.getByRole('button', { name: 'Continue with a passkey' }).click();
    await settled(page);

    await openSection(page, 'Emails and sign-in');
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
  });
});

describe('another provider', () => {
  const passSandbox = async (page: Page, email: string): Promise<void> => {
    await page.getByRole('heading', { name: /^Sandbox for/ }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  it('signs up, and signs in again to the same account', async () => {
    const page = await newVisit();
    const email = newEmail();
    await page.goto(project.page('sign-in'));
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    await passSandbox(page, email);
    await settled(page);
    expect(new URL(page.url()).searchParams.has('code')).toBe(false);
    await leave(page);
    await page.getByText('Last used').waitFor();
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    await passSandbox(page, email);
    await settled(page);
    await openSection(page, 'Emails and sign-in');
    await page.getByText(email).first().waitFor();
  });

  it('connects to whoever is signed in', async () => {
    const page = await newVisit();
    await signUp(page, newEmail());
    await openSection(page, 'Emails and sign-in');
    await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
    await passSandbox(page, newEmail());
    await settled(page);
    await page.getByRole('button', { name: 'Disconnect' }).waitFor();
  });

  it('that denies access leads to a page that says so', async () => {
    const page = await newVisit();
    await page.goto(project.page('sign-in'));
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'The provider denied access' }).waitFor();
  });
});

describe('a command line', () => {
  it('is signed in by whoever confirms it', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signUp(page, email);
    const app = new PorticoClientApp({
      projectId: project.id,
      publishableClientKey: project.key,
      baseUrl: baseUrl(),
      tokenStore: null,
    });
    const result = await app.promptCliLogin({
      appUrl: `${baseUrl()}/projects/${project.id}`,
      waitTimeMillis: 200,
      promptLink: async (url) => {
        await page.goto(url);
        await page.getByText(`A command line asks to act as ${email}.`).waitFor();
        await page.getByRole('button', { name: 'Allow' }).click();
        await page.getByRole('heading', { name: 'The command line is signed in' }).waitFor();
      },
    });
    if (result.status === 'error') throw result.error;
    const user = await app.getUser({
      or: 'throw',
      tokenStore: { accessToken: null, refreshToken: result.data },
    });
    expect(user.primaryEmail).toBe(email);
  });

  it('with a code nobody asked for fails on the page', async () => {
    const page = await newVisit();
    await signUp(page, newEmail());
    await page.goto(`${project.page('cli-auth-confirm')}&login_code=nothing`);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'The command line could not be signed in' }).waitFor();
  });
});

describe('sessions', () => {
  it('elsewhere are listed and ended', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signUp(page, email);
    const other = await openPage(browser);
    await signIn(other.page, email);
    await settled(other.page);
    await page.reload();
    await openSection(page, 'Sessions');
    await page.getByText('This session').waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).last().click();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' });
    await other.page.goto(project.page('account-settings'));
    await other.page.waitForURL('**/handler/sign-in**');
    await other.close();
  });
});
