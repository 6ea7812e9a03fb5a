import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addPasskeyDevice, codeFor } from './authenticator.ts';
import { findProblems } from './axe.ts';
import { baseUrl, looks, scrollsSideways, takePicture } from './browser.ts';
import { requireStepUp, sandboxProviders } from './hosted-project.ts';
import { openSection, passSandbox, settled } from './hosted-visitor.ts';
import { visitHostedProject } from './hosted-visits.ts';
import { newEmail, PASSWORD } from './journeys.ts';
import { lastMail, mailedCode } from './mail.ts';

const { project, newVisit, signUp, signUpByMail, signInWithGitHub } = visitHostedProject({
  passkeyEnabled: true,
  oauthProviders: sandboxProviders,
});
beforeAll(() => requireStepUp(project()));

/** Puts the page under a session that counts as no recent sign-in of the user: one of a support's. */
const growStale = async (page: Page, email: string): Promise<string> => {
  const user = (await project().admin.listUsers({ query: email }))[0];
  if (!user) throw new Error(`Nobody has the address ${email}.`);
  const session = await user.createSession({ isImpersonation: true });
  const { refreshToken } = await session.getTokens();
  await page.context().clearCookies();
  await page
    .context()
    .addCookies([{ name: `stack-refresh-${project().id}`, value: refreshToken ?? '', url: baseUrl() }]);
  await page.goto('about:blank');
  await page.goto(`${project().page('account-settings')}#auth`);
  await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
  return user.id;
};

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

const confirmWithPassword = async (page: Page): Promise<void> => {
  await dialogOf(page).getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialogOf(page).getByRole('button', { name: 'Continue', exact: true }).click();
};

const setUpSecondFactor = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Set up' }).click();
  const key = (await page.locator('.portico-key').textContent()) ?? '';
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(key));
  return key;
};

const turnOff = async (page: Page, label: string): Promise<void> => {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('group').getByRole('button').last().click();
};

describe('a change of how one signs in', () => {
  it('asks for the password, then is made, under a session of its own', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signUp(page, email);
    const id = await growStale(page, email);
    await setUpSecondFactor(page);
    const password = dialogOf(page).getByRole('textbox', { name: 'Password' });
    await password.waitFor();
    expect(await password.evaluate((input) => input === document.activeElement)).toBe(true);
    await password.fill('not the password');
    await page.keyboard.press('Enter');
    await dialogOf(page).getByText('Wrong password.').waitFor();
    await confirmWithPassword(page);
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    await dialogOf(page).waitFor({ state: 'detached' });
    expect((await project().admin.getUser(id))?.isMultiFactorRequired).toBe(true);
    await page.getByRole('button', { name: 'I have kept them' }).click();

    await openSection(page, 'Sessions');
    await page.getByText('This session').waitFor();
    expect(await page.getByText(/^Signed in/).count()).toBe(2);
  });

  it('asks for the second factor of whoever has one', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signUp(page, email);
    await openSection(page, 'Emails and sign-in');
    const key = await setUpSecondFactor(page);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await growStale(page, email);
    await turnOff(page, 'Turn off');
    await confirmWithPassword(page);
    const code = dialogOf(page).getByRole('textbox', { name: 'Code' });
    await code.fill('000000');
    await dialogOf(page).getByText('Wrong code. Please try again.').waitFor();
    await code.fill(codeFor(key));
    await page.getByRole('button', { name: 'Set up' }).waitFor();
    expect(page.url()).toContain('/handler/account-settings');
  });

  it('can be an address that comes or goes, which the owner is told by mail', async () => {
    const page = await newVisit();
    const [email, added] = [newEmail(), newEmail()];
    await signUp(page, email);
    await growStale(page, email);
    await page.getByRole('button', { name: 'Add an email' }).click();
    await page.getByRole('textbox', { name: 'New email' }).fill(added);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await confirmWithPassword(page);
    const row = page.getByRole('listitem').filter({ hasText: added });
    await row.waitFor();
    expect((await lastMail(email)).text).toContain('An email address has been added.');

    await growStale(page, email);
    await row.getByRole('button', { name: 'Remove' }).click();
    await confirmWithPassword(page);
    await row.waitFor({ state: 'detached' });
  });

  it('takes a code that was mailed', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signUpByMail(page, email);
    const device = await addPasskeyDevice(page);
    await growStale(page, email);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = dialogOf(page);
    await dialog.waitFor();
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Send me a code' }).click();
    const code = dialog.getByRole('textbox', { name: 'Code' });
    await code.waitFor();
    await code.fill(await mailedCode(email));
    await page.getByRole('button', { name: 'Remove passkey' }).waitFor();

    await growStale(page, email);
    await turnOff(page, 'Remove passkey');
    await device.setPresent(true);
    await dialog.getByRole('button', { name: 'Continue with a passkey' }).click();
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
    await settled(page);
  });

  it('can be an account of a provider that is to sign in from then on', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signUp(page, email);
    await growStale(page, email);
    const google = page.getByRole('listitem').filter({ hasText: 'Google' });
    await google.getByRole('button', { name: 'Connect', exact: true }).click();
    await confirmWithPassword(page);
    await passSandbox(page, newEmail());
    await settled(page);
    await google.getByRole('button', { name: 'Disconnect' }).waitFor();
  });

  it('waits for whoever signs in with a provider only, until it has come back from there', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signInWithGitHub(page, email);
    await growStale(page, email);
    await setUpSecondFactor(page);
    await dialogOf(page).getByRole('button', { name: 'Continue with GitHub' }).click();
    await passSandbox(page, email);
    await settled(page);
    expect(new URL(page.url()).hash).toBe('#auth');
    await setUpSecondFactor(page);
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
  });

  it('is left alone by whoever closes the dialog with Escape', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signUp(page, email);
    const id = await growStale(page, email);
    const warnings: string[] = [];
    page.on('dialog', (warning) => {
      warnings.push(warning.message());
      void warning.dismiss();
    });
    await setUpSecondFactor(page);
    await dialogOf(page).waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(warnings).toEqual([]);
    expect((await project().admin.getUser(id))?.isMultiFactorRequired).toBe(false);
  });
});

describe.each(looks)('in $theme at $width pixels', (look) => {
  it('the dialog has no accessibility problem and fits', async () => {
    const page = await newVisit(look);
    const email = newEmail();
    await signUpByMail(page, email);
    await page.goto(`${project().page('account-settings')}#auth`);
    await page.getByRole('button', { name: 'Set a password' }).click();
    await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Repeat password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Saved').waitFor();
    await growStale(page, email);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await dialogOf(page).waitFor();
    await takePicture(page, 'hosted-step-up', { look });
    expect(await findProblems(page)).toEqual([]);
    await dialogOf(page).getByRole('button', { name: 'Send me a code' }).click();
    await dialogOf(page).getByRole('textbox', { name: 'Code' }).waitFor();
    await takePicture(page, 'hosted-step-up-code', { look });
    expect(await findProblems(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  });
});
