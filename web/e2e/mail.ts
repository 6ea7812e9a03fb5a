import type { Page } from 'playwright-core';
import { baseUrl } from './browser.ts';

interface Mail {
  subject: string;
  html: string;
  text: string;
}

/** The newest mail to an address with a subject that begins like this, once it has come. */
export const lastMail = async (to: string, subject = ''): Promise<Mail> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(`${baseUrl()}/inbox/messages?to=${encodeURIComponent(to)}`);
    const mails = (await response.json()) as Mail[];
    const mail = mails.find((one) => one.subject.startsWith(subject));
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail came to ${to}.`);
};

/** Opens the inbox page, and the link of the newest mail to an address the way a person does. */
export const followMailedLink = async (page: Page, to: string): Promise<Page> => {
  const { subject } = await lastMail(to);
  await page.goto(`/inbox?to=${encodeURIComponent(to)}`);
  await page.getByRole('button', { name: subject }).first().click();
  const popup = page.waitForEvent('popup');
  await page.frameLocator('iframe').getByRole('link').first().click();
  return popup;
};

/** The six characters that stand in a paragraph of their own. */
export const mailedCode = async (to: string): Promise<string> => {
  const { html } = await lastMail(to);
  const code = /<p[^>]*>\s*([A-Z0-9]{6})\s*<\/p>/.exec(html)?.[1];
  if (!code) throw new Error(`The mail to ${to} has no code.`);
  return code;
};
