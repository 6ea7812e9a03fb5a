import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PorticoClientApp } from '@portico/sdk';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { baseUrl } from './browser.ts';
import { clientKey } from './hosted-project.ts';
import { visitHostedProject } from './hosted-visits.ts';
import { newEmail, signIn, signUp } from './journeys.ts';

const visits = visitHostedProject();
const { project, newVisit } = visits;

const confirm = async (page: Page, email: string): Promise<void> => {
  await page.getByText(`A command line asks to act as ${email}.`).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'The command line is signed in' }).waitFor();
};

interface Prompted {
  readonly appUrl: string;
  readonly projectId: string;
  readonly key: string;
}

/** A command line in a process of its own. `open` gets the link it prints. */
const promptElsewhere = ({ appUrl, projectId, key }: Prompted, open: (url: string) => Promise<void>) =>
  new Promise<string>((resolve, reject) => {
    const env = {
      PROMPT_API_URL: baseUrl(),
      PROMPT_APP_URL: appUrl,
      PROMPT_PROJECT: projectId,
      PROMPT_KEY: key,
    };
    const child = spawn(process.execPath, [join(import.meta.dirname, 'prompt-of-another-kit.mjs')], {
      env: { ...process.env, ...env },
    });
    let said = '';
    let opened = false;
    const onText = (chunk: Buffer): void => {
      said += String(chunk);
      const link = /https?:\/\/\S+login_code=[\w-]+(?=\s)/.exec(said)?.[0];
      if (opened || link === undefined) return;
      opened = true;
      open(link).catch((error: unknown) => {
        child.kill();
        reject(error as Error);
      });
    };
    child.stdout.on('data', onText);
    child.stderr.on('data', onText);
    child.on('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`It ended with ${code}: ${said}`)),
    );
  });

describe('a command line of this kit', () => {
  it('is signed in by whoever confirms it', async () => {
    const page = await newVisit();
    const email = newEmail();
    await visits.signUp(page, email);
    const app = new PorticoClientApp({
      projectId: project().id,
      publishableClientKey: project().key,
      baseUrl: baseUrl(),
      tokenStore: null,
    });
    const result = await app.promptCliLogin({
      appUrl: `${baseUrl()}/projects/${project().id}`,
      waitTimeMillis: 200,
      promptLink: async (url) => {
        await page.goto(url);
        await confirm(page, email);
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
    await visits.signUp(page, newEmail());
    await page.goto(`${project().page('cli-auth-confirm')}&login_code=nothing`);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'The command line could not be signed in' }).waitFor();
  });
});

describe('a command line of a kit written by somebody else', () => {
  it('prints a link on which whoever is signed in confirms it', async () => {
    const page = await newVisit();
    const email = newEmail();
    await visits.signUp(page, email);
    const hosted = {
      appUrl: `${baseUrl()}/projects/${project().id}`,
      projectId: project().id,
      key: project().key,
    };
    const said = await promptElsewhere(hosted, async (url) => {
      await page.goto(url);
      await confirm(page, email);
    });
    expect(said).toContain(`This is ${email}`);
  });

  it('prints a link that leads past the sign-in, and back to the question', async () => {
    const page = await newVisit();
    const email = newEmail();
    await signUp(page, email);
    await page.context().clearCookies();
    const internal = { appUrl: baseUrl(), projectId: 'internal', key: await clientKey() };
    const said = await promptElsewhere(internal, async (url) => {
      await page.goto(url);
      await page.waitForURL('**/handler/sign-in**');
      await signIn(page, email);
      await page.waitForURL('**/handler/cli-auth-confirm**');
      await confirm(page, email);
    });
    expect(said).toContain(`This is ${email}`);
  });
});
