import { describe, expect, it } from 'vitest';
import { addPasskeyDevice, codeFor } from './authenticator.ts';
import { sandboxProviders } from './hosted-project.ts';
import { openSection, passSandbox, settled } from './hosted-visitor.ts';
import { visitHostedProject } from './hosted-visits.ts';
import { newEmail } from './journeys.ts';
import { followMailedLink, mailedCode } from './mail.ts';

const {
  project,
  newVisit,
  openElsewhere,
  openPassword,
  signUp,
  signIn,
  signUpByMail,
  signInWithGitHub,
  leave,
} = visitHostedProject({ passkeyEnabled: true, oauthProviders: sandboxProviders });

describe('a page without a key', () => {
  it('asks for it and goes on with it', async () => {
    const page = await newVisit();
    await page.goto(`/projects/${project().id}/handler/sign-in`);
    await page.getByLabel('Publishable client key').fill(project().key);
    await page.getByRole('button', { name: 'Open the page' }).click();
    await page.getByRole('heading', { name: 'Sign in to Harbor Notes' }).waitFor();
  });
});

describe('mail', () => {
  it('signs in with the code it carries', async () => {
    const page = await newVisit();
    const email = newEmail();
    await page.goto(project().page('sign-in'));
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
    await page.goto(project().page('sign-in'));
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
    await page.goto(project().page('forgot-password'));
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
    const offered = page.waitForResponse('**/initiate-passkey-authentication');
    await leave(page);
    await page.getByRole('button', { name: 'Continue with a passkey' }).waitFor();
    // Touched before the click, the device would answer what the address field asks it.
    await offered;
    await page.route('**/initiate-passkey-authentication', async (asked) => {
      await device.setPresent(true);
      await asked.continue();
    });
    await page.getByRole('button', { name: 'Continue with a passkey' }).click();
    await settled(page);

    await openSection(page, 'Emails and sign-in');
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
  });
});

describe('another provider', () => {
  const usersWith = (email: string) => project().admin.listUsers({ query: email });

  it('signs up, and signs in again to the same account', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signInWithGitHub(page, email);
    expect(new URL(page.url()).searchParams.has('code')).toBe(false);
    const before = (await usersWith(email))[0];
    expect(before?.oauthProviders.map(({ id }) => id)).toEqual(['github']);
    await leave(page);
    await page.getByText('Last used').waitFor();
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    await passSandbox(page, email);
    await settled(page);
    await openSection(page, 'Emails and sign-in');
    await page.getByText(email).first().waitFor();
    expect((await usersWith(email)).map(({ id }) => id)).toEqual([before?.id]);
  });

  it('is connected to whoever is signed in, and signs in to that account from then on', async () => {
    const page = await newVisit();
    const email = newEmail();
    const elsewhere = newEmail();
    await signUp(page, email);
    await openSection(page, 'Emails and sign-in');
    const github = page.getByRole('listitem').filter({ hasText: 'GitHub' });
    await github.getByRole('button', { name: 'Connect', exact: true }).click();
    await passSandbox(page, elsewhere);
    await settled(page);
    await github.getByText(elsewhere).waitFor();
    await github.getByRole('button', { name: 'Disconnect' }).waitFor();

    await leave(page);
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    await passSandbox(page, elsewhere);
    await settled(page);
    await openSection(page, 'Emails and sign-in');
    await page.getByText(email).first().waitFor();
    expect(await usersWith(elsewhere)).toHaveLength(0);
  });

  it('with the address of an account that has not verified it is refused, and neither account changes', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signUp(page, email);
    const [owner] = await usersWith(email);
    await leave(page);
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    await passSandbox(page, email);
    await page.waitForURL('**/handler/error**');
    await page.getByRole('heading', { name: 'This email belongs to another account' }).waitFor();
    await page
      .getByText('Sign in the way you did before, then connect this account in your settings.')
      .waitFor();
    const users = await usersWith(email);
    expect(users.map(({ id }) => id)).toEqual([owner?.id]);
    expect(users[0]?.oauthProviders).toEqual([]);

    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/handler/sign-in**');
    await page.getByRole('heading', { name: 'Sign in to Harbor Notes' }).waitFor();
  });

  it('cannot be connected to two accounts', async () => {
    const page = await newVisit();
    const elsewhere = newEmail();
    const connect = async (): Promise<void> => {
      await signUp(page, newEmail());
      await openSection(page, 'Emails and sign-in');
      const github = page.getByRole('listitem').filter({ hasText: 'GitHub' });
      await github.getByRole('button', { name: 'Connect', exact: true }).click();
      await passSandbox(page, elsewhere);
    };
    await connect();
    await settled(page);
    await page.getByRole('button', { name: 'Disconnect' }).waitFor();
    await leave(page);
    await connect();
    await page.getByRole('heading', { name: 'This account is connected to another user' }).waitFor();
  });

  it('that denies access leads to a page that says so', async () => {
    const page = await newVisit();
    await page.goto(project().page('sign-in'));
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'The provider denied access' }).waitFor();
  });
});

describe('sessions', () => {
  it('elsewhere are listed and ended', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signUp(page, email);
    const other = await openElsewhere();
    await signIn(other.page, email);
    await settled(other.page);
    await page.reload();
    await openSection(page, 'Sessions');
    await page.getByText('This session').waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).last().click();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' });
    await other.page.goto(project().page('account-settings'));
    await other.page.waitForURL('**/handler/sign-in**');
    await other.close();
  });
});
