import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

export const baseUrl = (): string => {
  const url = process.env.PORTICO_TEST_URL;
  if (!url)
    throw new Error('PORTICO_TEST_URL names the installation under test, for example http://localhost:8100');
  return url.replace(/\/$/, '');
};

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args });

export interface Look {
  theme: 'light' | 'dark';
  width: 1440 | 390;
}

export const looks: readonly Look[] = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 1440 },
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
];

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A page that remembers what its console complained about. */
export interface WatchedPage {
  page: Page;
  complaints: string[];
  close(): Promise<void>;
}

export const openPage = async (
  browser: Browser,
  { look = looks[0]!, state }: { look?: Look; state?: State } = {},
): Promise<WatchedPage> => {
  const context = await browser.newContext({
    baseURL: baseUrl(),
    viewport: { width: look.width, height: look.width === 390 ? 844 : 900 },
    colorScheme: look.theme,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    storageState: state,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints, close: () => context.close() };
};

const artifacts = join(import.meta.dirname, '../../artifacts/screenshots');

/** Keeps what a page looks like, for people to judge. */
export const takePicture = async (
  page: Page,
  name: string,
  { look, fullPage = false }: { look: Look; fullPage?: boolean },
): Promise<void> => {
  await page.screenshot({ path: join(artifacts, `${name}-${look.theme}-${look.width}.png`), fullPage });
};

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
