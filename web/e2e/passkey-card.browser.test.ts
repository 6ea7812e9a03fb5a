import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addPasskeyDevice } from './authenticator.ts';
import { findProblems } from './axe.ts';
import { looks, scrollsSideways, takePicture } from './browser.ts';
import { visitHostedProject } from './hosted-visits.ts';
import { newEmail } from './journeys.ts';
import { followMailedLink } from './mail.ts';

const { project, newVisit, signUp, signUpByMail } = visitHostedProject({ passkeyEnabled: true });

const openCard = async (page: Page) => {
  await page.goto('about:blank');
  await page.goto(`${project().page('account-settings')}#auth`);
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Passkey', exact: true }) });
  await card.waitFor();
  return card;
};

/** The card of a new user who has a passkey. */
const openCardWithPasskey = async (page: Page, email: string) => {
  await addPasskeyDevice(page);
  await signUpByMail(page, email);
  const card = await openCard(page);
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await card.getByRole('button', { name: 'Remove passkey' }).waitFor();
  return card;
};

const userWith = async (email: string) => (await project().admin.listUsers({ query: email }))[0];

describe('the passkey card', () => {
  it('waits for a verified address, then adds a passkey', async () => {
    const page = await newVisit();
    await addPasskeyDevice(page);
    const email = newEmail();
    await signUp(page, email);
    const before = await openCard(page);
    await before.getByText('Verify an email for sign-in first.').waitFor();
    const button = before.getByRole('button', { name: 'Add a passkey' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');

    const opened = await followMailedLink(page, email);
    await opened.getByRole('button', { name: 'Verify' }).click();
    await opened.getByRole('heading', { name: 'Your email is verified' }).waitFor();
    await opened.close();
    const card = await openCard(page);
    await card.getByRole('button', { name: 'Add a passkey' }).click();
    await card.getByRole('button', { name: 'Remove passkey' }).waitFor();
    expect((await userWith(email))?.passkeyAuthEnabled).toBe(true);
  });

  it('asks before it removes one, and keeps it when the answer is no', async () => {
    const page = await newVisit();
    const email = newEmail();
    const card = await openCardWithPasskey(page, email);
    await card.getByRole('button', { name: 'Remove passkey' }).click();
    const question = card.getByRole('group', {
      name: 'You will not be able to sign in with your passkey any more.',
    });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('button', { name: 'Remove passkey' }).click();
    expect((await userWith(email))?.passkeyAuthEnabled).toBe(true);
    await question.getByRole('button', { name: 'Remove' }).click();
    await card.getByRole('button', { name: 'Add a passkey' }).waitFor();
    expect((await userWith(email))?.passkeyAuthEnabled).toBe(false);
  });

  it('keeps a passkey that is the only way to sign in', async () => {
    const page = await newVisit();
    const card = await openCardWithPasskey(page, newEmail());
    const remove = card.getByRole('button', { name: 'Remove passkey' });
    const mail = page.locator('section', { has: page.getByRole('heading', { name: 'Sign-in by email' }) });
    await mail.getByRole('button', { name: 'Turn off' }).click();
    await mail.getByRole('group').getByRole('button', { name: 'Turn off' }).click();
    await card.getByText('This is your only way to sign in.').waitFor();
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
  });
});

describe.each(looks)('in $theme at $width pixels', (look) => {
  it('the question of the passkey card has no serious accessibility problem', async () => {
    const page = await newVisit(look);
    const card = await openCardWithPasskey(page, newEmail());
    await card.getByRole('button', { name: 'Remove passkey' }).click();
    await card.getByRole('group').waitFor();
    await takePicture(page, 'hosted-passkey-card', { look });
    expect(await findProblems(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  });
});
