import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProblems } from './axe.ts';
import { launchBrowser, looks, openPage, scrollsSideways, takePicture } from './browser.ts';
import { codeFor } from './authenticator.ts';
import { createHostedProject } from './hosted-project.ts';
import type { HostedProject } from './hosted-project.ts';
import { createProject, createUser, newEmail, PASSWORD, signUp } from './journeys.ts';

let browser: Browser;
let state: Awaited<ReturnType<Page['context']>['storageState'] extends () => infer R ? R : never>;
let projectId = '';
let hosted: HostedProject;

interface Shot {
  name: string;
  path: string;
  /** Something that is there once the page is complete. */
  ready: string;
  signed_out?: true;
  /** A page of a project that has everything switched on. */
  hosted?: string;
  prepare?: (page: Page) => Promise<void>;
}

const project = (path: string): string => `/projects/PROJECT/${path}`;

/** Signs somebody up on the pages of the hosted project, where account settings open. */
const enterHosted = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: 'With a password' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(newEmail());
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Repeat password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/handler/account-settings**');
};

const enterAt = (section: string) => async (page: Page) => {
  await enterHosted(page);
  await page.goto(`${page.url().split('#')[0]}#${section}`);
  await page.locator('.portico-setting h2').first().waitFor();
};

const hostedSignUp = { path: '', hosted: 'sign-up', ready: 'Create your account', signed_out: true } as const;

const hostedShots: Shot[] = [
  { name: 'hosted-sign-in', path: '', hosted: 'sign-in', ready: 'Sign in to Harbor Notes', signed_out: true },
  { ...hostedSignUp, name: 'hosted-sign-up' },
  {
    name: 'hosted-code',
    path: '',
    hosted: 'sign-in',
    ready: 'Sign in to Harbor Notes',
    signed_out: true,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill(newEmail());
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await page.getByRole('textbox', { name: 'Code' }).fill('4F');
    },
  },
  {
    name: 'hosted-forgot-password',
    path: '',
    hosted: 'forgot-password',
    ready: 'Forgot your password?',
    signed_out: true,
  },
  {
    name: 'hosted-broken-link',
    path: '',
    hosted: 'password-reset',
    ready: 'This link is not valid',
    signed_out: true,
  },
  {
    name: 'hosted-refused-merge',
    path: '',
    hosted: 'error',
    ready: 'Something went wrong',
    signed_out: true,
    prepare: async (page) => {
      const code = 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE';
      await page.goto(`${hosted.page('error')}&errorCode=${code}&message=Refused.&details={}`);
      await page.getByRole('heading', { name: 'This email belongs to another account' }).waitFor();
    },
  },
  { ...hostedSignUp, name: 'hosted-account-profile', prepare: enterAt('profile') },
  { ...hostedSignUp, name: 'hosted-account-auth', prepare: enterAt('auth') },
  {
    ...hostedSignUp,
    name: 'hosted-account-second-factor',
    prepare: async (page) => {
      await enterAt('auth')(page);
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.locator('.portico-key').waitFor();
    },
  },
  {
    ...hostedSignUp,
    name: 'hosted-account-recovery-codes',
    prepare: async (page) => {
      await enterAt('auth')(page);
      await page.getByRole('button', { name: 'Set up' }).click();
      const key = (await page.locator('.portico-key').textContent()) ?? '';
      await page.getByRole('textbox', { name: 'Code' }).fill(codeFor(key));
      await page.getByRole('button', { name: 'I have kept them' }).waitFor();
    },
  },
  { ...hostedSignUp, name: 'hosted-account-sessions', prepare: enterAt('sessions') },
  { ...hostedSignUp, name: 'hosted-account-menu', prepare: enterHosted },
  {
    ...hostedSignUp,
    name: 'hosted-second-factor',
    prepare: async (page) => {
      await page.evaluate(() => window.sessionStorage.setItem('stack_mfa_attempt_code', 'a'));
      await page.goto(hosted.page('mfa'));
      await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
    },
  },
  {
    ...hostedSignUp,
    name: 'hosted-command-line',
    prepare: async (page) => {
      await enterHosted(page);
      await page.goto(`${hosted.page('cli-auth-confirm')}&login_code=a`);
      await page.getByRole('heading', { name: 'Sign in the command line?' }).waitFor();
    },
  },
];

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
  {
    name: 'account-second-factor',
    path: '/account',
    ready: 'Account',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    },
  },
  {
    name: 'inbox',
    path: '/inbox',
    ready: 'Inbox',
    // No script may run in the frame of a mail, so axe would wait for it in vain; mails have tests of their own.
    prepare: async (page) => {
      await page.waitForLoadState('networkidle');
      const text = page.getByRole('tab', { name: 'Text' });
      if (await text.isVisible()) await text.click();
    },
  },
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
  browser = await launchBrowser();
  const { page, close } = await openPage(browser);
  await signUp(page, newEmail());
  projectId = await createProject(page, 'Harbor Notes');
  await page.goto(`/projects/${projectId}/users`);
  await createUser(page, { email: 'amara@harbor.example', name: 'Amara Diallo' });
  state = await page.context().storageState();
  hosted = await createHostedProject('Harbor Notes', {
    credentialEnabled: true,
    magicLinkEnabled: true,
    passkeyEnabled: true,
    clientUserDeletionEnabled: true,
    allowLocalhost: true,
    oauthProviders: ['google', 'github', 'microsoft', 'spotify'].map((id) => ({
      id,
      type: 'shared' as const,
    })),
  });
  await close();
});

afterAll(async () => {
  await browser.close();
});

describe.each(looks)('in $theme at $width pixels', (look) => {
  it.each([...shots, ...hostedShots])(
    '$name has no serious accessibility problem and does not scroll sideways',
    async (shot) => {
      const { page, close } = await openPage(browser, { look, state: shot.signed_out ? undefined : state });
      await page.goto(shot.hosted ? hosted.page(shot.hosted) : shot.path.replace('PROJECT', projectId));
      await page.getByRole('heading', { name: shot.ready }).first().waitFor();
      await shot.prepare?.(page);
      await page.waitForLoadState('networkidle');
      await takePicture(page, shot.name, { look, fullPage: true });
      expect(await findProblems(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      await close();
    },
  );
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
