import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeFor } from './authenticator.ts';
import { baseUrl, launchBrowser, openPage } from './browser.ts';
import type { WatchedPage } from './browser.ts';
import { createProject, createUser, newEmail, signIn, signUp } from './journeys.ts';

let browser: Browser;
let owner: WatchedPage;
const email = newEmail();
const projectName = `Harbor ${Date.now()}`;
let projectId = '';

beforeAll(async () => {
  browser = await launchBrowser();
  owner = await openPage(browser);
});

afterAll(async () => {
  await browser.close();
});

describe('an owner', () => {
  it('is sent to sign-in and back to the page that was asked for', async () => {
    await owner.page.goto('/account');
    await owner.page.waitForURL('**/handler/sign-in?**');
    expect(new URL(owner.page.url()).searchParams.get('after_auth_return_to')).toBe('/account');
  });

  it('signs up and has no projects yet', async () => {
    await signUp(owner.page, email);
    await owner.page.getByRole('heading', { name: 'No projects yet' }).waitFor();
  });

  it('creates a project and sees its keys once', async () => {
    await owner.page.getByRole('link', { name: 'Create project' }).click();
    await owner.page.waitForURL('**/new-project');
    projectId = await createProject(owner.page, projectName);
    expect(projectId).toMatch(/^[0-9a-f-]{36}$/);
    const secret = owner.page.locator('[data-secret="Secret server key"]');
    expect(await secret.textContent()).not.toContain('ssk_');
    await owner.page.getByRole('button', { name: 'Reveal Secret server key' }).click();
    const value = (await secret.textContent()) ?? '';
    expect(value).toMatch(/^ssk_/);

    const response = await fetch(`${baseUrl()}/api/v1/users?limit=1`, {
      headers: {
        'x-stack-access-type': 'server',
        'x-stack-project-id': projectId,
        'x-stack-secret-server-key': value,
      },
    });
    expect(response.status).toBe(200);

    await owner.page.goto(`/projects/${projectId}/project-keys`);
    await owner.page.getByText(`…${value.slice(-4)}`).waitFor();
    expect(await owner.page.content()).not.toContain(value);
  });

  it('creates a user and finds it by search, with the search in the address', async () => {
    await owner.page.goto(`/projects/${projectId}/users`);
    await owner.page.getByRole('heading', { name: 'No users yet' }).waitFor();
    await createUser(owner.page, { email: 'amara@harbor.example', name: 'Amara Diallo' });
    await createUser(owner.page, { email: 'jonas@harbor.example', name: 'Jonas Weber' });
    await owner.page.getByRole('link', { name: 'Jonas Weber' }).waitFor();
    await owner.page.keyboard.press('/');
    await owner.page.keyboard.type('amara');
    await owner.page.waitForURL('**/users?query=amara');
    await owner.page.getByRole('link', { name: 'Jonas Weber' }).waitFor({ state: 'detached' });
    await owner.page.getByRole('link', { name: 'Amara Diallo' }).waitFor();
  });

  it('is told at the field that an email is taken', async () => {
    await owner.page.goto(`/projects/${projectId}/users?create=true`);
    const dialog = owner.page.getByRole('dialog');
    await dialog.getByLabel('Email', { exact: true }).fill('amara@harbor.example');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('Email', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  });

  it('edits a user, keeps the change after a reload, and is asked before leaving unsaved changes', async () => {
    const { page } = owner;
    await page.goto(`/projects/${projectId}/users`);
    await page.getByRole('link', { name: 'Jonas Weber' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Jonas W.');
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Jonas W.' }).waitFor();
  });

  it('deletes a user only after typing its email', async () => {
    const { page } = owner;
    await page.getByRole('button', { name: 'Delete user' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Delete user' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('jonas@harbor.example');
    await dialog.getByRole('button', { name: 'Delete user' }).click();
    await page.waitForURL('**/users');
    await page.getByRole('link', { name: 'Amara Diallo' }).waitFor();
    expect(await page.getByRole('link', { name: 'Jonas W.' }).count()).toBe(0);
  });

  it('switches a setting, which stays switched', async () => {
    const { page } = owner;
    await page.goto(`/projects/${projectId}/settings`);
    const saved = page.waitForResponse(
      (r) => r.url().endsWith('/internal/projects/current') && r.request().method() === 'PATCH',
    );
    await page.getByRole('switch', { name: 'Magic link and code' }).click();
    await saved;
    await page.reload();
    const toggle = page.getByRole('switch', { name: 'Magic link and code' });
    await toggle.waitFor();
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
  });

  it('revokes a key set, which leaves the list of valid ones', async () => {
    const { page } = owner;
    await page.goto(`/projects/${projectId}/project-keys`);
    await page.getByRole('button', { name: 'Actions for First key set' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke key set' }).click();
    await page.getByRole('heading', { name: 'No valid key set' }).waitFor();
  });

  it('verifies the email address through the mail in the inbox', async () => {
    const { page } = owner;
    await page.goto(`/inbox?to=${encodeURIComponent(email)}`);
    await page.getByRole('list', { name: 'Messages' }).getByRole('button').first().click();
    const frame = page.frameLocator('iframe');
    const link = await frame.locator('a[href*="email-verification"]').first().getAttribute('href');
    await page.goto(link ?? '');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page
      .getByText(/verified/i)
      .first()
      .waitFor();
    await page.goto('/account');
    await page.getByText('Verified', { exact: true }).waitFor();
  });

  it('moves by keyboard: jumps, palette and the list of shortcuts', async () => {
    const { page } = owner;
    await page.goto(`/projects/${projectId}/settings`);
    await page.getByRole('heading', { name: 'General' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.waitForURL('**/users');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search pages, users and actions').fill('amara');
    await page.getByRole('option', { name: /Amara Diallo/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/users/*');
    await page.getByRole('heading', { name: 'Amara Diallo' }).waitFor();
  });

  it('gets a not-found page for a project that is not theirs', async () => {
    await owner.page.goto('/projects/00000000-0000-4000-8000-000000000000/users');
    await owner.page.getByRole('heading', { name: 'Project not found' }).waitFor();
  });

  it('signs out and in again', async () => {
    const { page } = owner;
    await page.goto('/projects');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/handler/sign-in**');
    await page.goto(`/projects/${projectId}/users`);
    await page.waitForURL('**/handler/sign-in?**');
    await signIn(page, email);
    await page.waitForURL(`**/projects/${projectId}/users`);
    await page.getByRole('link', { name: 'Amara Diallo' }).waitFor();
  });

  it('sets up a second factor and is asked for it; a recovery code stands in for the app', async () => {
    const { page } = owner;
    await page.goto('/account');
    await page.getByRole('button', { name: 'Set up' }).click();
    const key = (await page.locator('[data-totp-key]').textContent()) ?? '';
    await page.getByLabel('Code the app shows').fill(codeFor(key));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    const recovery = (await codes.first().textContent()) ?? '';
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 recovery codes left').waitFor();

    await page.goto('/handler/sign-out');
    await page.waitForURL('**/handler/sign-in**');
    await page.goto('/account');
    await page.waitForURL('**/handler/sign-in?**');
    await signIn(page, email);
    await page.waitForURL('**/handler/mfa**');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/account');
    await page.getByText('9 recovery codes left').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Set up' }).waitFor();
  });

  it('deletes the project after typing its name', async () => {
    const { page } = owner;
    await page.goto(`/projects/${projectId}/settings`);
    await page.getByRole('button', { name: 'Delete project' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(projectName);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete project' }).click();
    await page.waitForURL('**/projects');
    await page.getByRole('heading', { name: 'No projects yet' }).waitFor();
  });

  it('meets no error in the console along the way', () => {
    expect(owner.complaints).toEqual([]);
  });
});
