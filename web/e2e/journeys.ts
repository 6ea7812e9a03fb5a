import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';

export const newEmail = (): string => `owner-${randomUUID().slice(0, 8)}@example.com`;
export const PASSWORD = 'correct horse battery';

export const signUp = async (page: Page, email: string): Promise<void> => {
  await page.goto('/handler/sign-up');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/projects');
};

export const signIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Creates a project and answers its id; ends on the page that shows its keys. */
export const createProject = async (page: Page, name: string): Promise<string> => {
  await page.goto('/new-project');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { name: `${name} is ready` }).waitFor();
  return (await page.locator('[data-secret="Project id"]').textContent()) ?? '';
};

export const createUser = async (page: Page, user: { email: string; name: string }): Promise<void> => {
  await page.getByRole('button', { name: 'Create user' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email', { exact: true }).fill(user.email);
  await dialog.getByLabel('Name').fill(user.name);
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await dialog.waitFor({ state: 'detached' });
};
