import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, looks, openPage } from './browser.ts';
import { createProject, createUser, newEmail, signUp } from './journeys.ts';

const artifacts = join(import.meta.dirname, '../../artifacts/screenshots');

let browser: Browser;
let state: Awaited<ReturnType<Page['context']>['storageState'] extends () => infer R ? R : never>;
let projectId = '';

interface Shot {
  name: string;
  path: string;
  /** Something that is there once the page is complete. */
  ready: string;
  signed_out?: true;
  prepare?: (page: Page) => Promise<void>;
}

const project = (path: string): string => `/projects/PROJECT/${path}`;

const shots: Shot[] = [
  { name: 'sign-in', path: '/handler/sign-in', ready: 'Sign in to Portico', signed_out: true },
  { name: 'sign-up', path: '/handler/sign-up', ready: 'Create your account', signed_out: true },
  { name: 'email-verification', path: '/handler/email-verification?code=abc', ready: 'Verify your email' },
  { name: 'projects', path: '/projects', ready: 'Projects' },
  { name: 'new-project', path: '/new-project', ready: 'Create project' },
  { name: 'users', path: project('users'), ready: 'Users' },
  { name: 'users-none-match', path: project('users?query=nobody'), ready: 'No user matches “nobody”' },
  { name: 'create-user', path: project('users?create=true'), ready: 'Create user' },
  {
    name: 'user',
    path: project('users'),
    ready: 'Users',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Amara Diallo' }).click();
      await page.getByRole('heading', { name: 'Amara Diallo' }).waitFor();
    },
  },
  { name: 'project-keys', path: project('project-keys'), ready: 'Project keys' },
  { name: 'create-key', path: project('project-keys?create=true'), ready: 'Create key set' },
  { name: 'settings', path: project('settings'), ready: 'General' },
  { name: 'account', path: '/account', ready: 'Account' },
  { name: 'inbox', path: '/inbox', ready: 'Inbox' },
  { name: 'not-found', path: '/nowhere/at/all', ready: 'Page not found' },
  {
    name: 'palette',
    path: project('users'),
    ready: 'Users',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Amara Diallo' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search pages, users and actions').waitFor();
    },
  },
];

beforeAll(async () => {
  await mkdir(artifacts, { recursive: true });
  browser = await launchBrowser();
  const { page, close } = await openPage(browser);
  await signUp(page, newEmail());
  projectId = await createProject(page, 'Harbor Notes');
  await page.goto(`/projects/${projectId}/users`);
  await createUser(page, { email: 'amara@harbor.example', name: 'Amara Diallo' });
  state = await page.context().storageState();
  await close();
});

afterAll(async () => {
  await browser.close();
});

describe.each(looks)('in $theme at $width pixels', (look) => {
  it.each(shots)('$name has no serious accessibility problem and does not scroll sideways', async (shot) => {
    const { page, close } = await openPage(browser, { look, state: shot.signed_out ? undefined : state });
    await page.goto(shot.path.replace('PROJECT', projectId));
    await page.getByRole('heading', { name: shot.ready }).first().waitFor();
    await shot.prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.screenshot({
      path: join(artifacts, `${shot.name}-${look.theme}-${look.width}.png`),
      fullPage: true,
    });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(
      serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
    await close();
  });
});

describe('the first visit of the sign-in page', () => {
  it('loads less than 200 kB of compressed script and shifts nothing', async () => {
    const { page, close } = await openPage(browser);
    let bytes = 0;
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      bytes += Number(response.headers()['content-length'] ?? 0);
    });
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/handler/sign-in');
    await page.getByRole('heading', { name: 'Sign in to Portico' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(200_000);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02);
    await close();
  });
});
