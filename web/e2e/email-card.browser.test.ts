import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage } from './browser.ts';
import type { WatchedPage } from './browser.ts';
import { createHostedProject } from './hosted-project.ts';
import type { HostedProject } from './hosted-project.ts';
import { hostedVisitor } from './hosted-visitor.ts';
import { newEmail } from './journeys.ts';
import { followMailedLink } from './mail.ts';

let browser: Browser;
let project: HostedProject;
let visit: WatchedPage | undefined;
const { signUp, signIn, leave } = hostedVisitor(() => project);

beforeAll(async () => {
  browser = await launchBrowser();
  project = await createHostedProject('Harbor Notes', {
    credentialEnabled: true,
    magicLinkEnabled: true,
    allowLocalhost: true,
  });
});

afterAll(async () => {
  await browser.close();
});

const newVisit = async (): Promise<Page> => {
  await visit?.close();
  visit = await openPage(browser);
  return visit.page;
};

const openCard = async (page: Page): Promise<Locator> => {
  await page.goto('about:blank');
  await page.goto(`${project.page('account-settings')}#auth`);
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Emails', exact: true }) });
  await card.waitFor();
  return card;
};

const rowOf = (card: Locator, email: string): Locator =>
  card.getByRole('listitem').filter({ hasText: email });

const addEmail = async (card: Locator, email: string): Promise<void> => {
  await card.getByRole('button', { name: 'Add an email' }).click();
  await card.getByRole('textbox', { name: 'New email' }).fill(email);
  await card.getByRole('button', { name: 'Add', exact: true }).click();
};

const userWith = async (email: string) => (await project.admin.listUsers({ query: email }))[0];

describe('the email card', () => {
  it('adds an address, verifies it by mail, makes it primary and removes the one before', async () => {
    const page = await newVisit();
    const [before, after] = [newEmail(), newEmail()];
    await signUp(page, before);
    const card = await openCard(page);
    await addEmail(card, after);
    await rowOf(card, after).getByText('Not verified').waitFor();
    expect(await rowOf(card, after).getByRole('button', { name: 'Make primary' }).count()).toBe(0);

    const link = await followMailedLink(page, after);
    await link.getByRole('button', { name: 'Verify' }).click();
    await link.getByText('Your email is verified').waitFor();
    const again = await openCard(page);
    const [old, fresh] = [rowOf(again, before), rowOf(again, after)];
    await fresh.getByRole('button', { name: 'Make primary' }).click();
    await fresh.getByText('Primary', { exact: true }).waitFor();
    await fresh.getByRole('button', { name: 'Use for sign-in' }).click();
    await fresh.getByText('Sign-in', { exact: true }).waitFor();
    await old.getByRole('button', { name: 'Remove' }).click();
    await old.waitFor({ state: 'detached' });

    expect(await userWith(before)).toBeUndefined();
    expect(await userWith(after)).toMatchObject({ primaryEmail: after, primaryEmailVerified: true });
    expect(visit?.complaints).toEqual([]);
    await leave(page);
    await signIn(page, after);
    await page.waitForURL('**/handler/account-settings**');
  });
});
