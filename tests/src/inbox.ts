import { expect } from 'vitest';
import { send } from './client.ts';

export interface Mail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Mail that the deployment captured for an address, newest first, once there are that many. */
export const mailTo = async (address: string, count = 1): Promise<Mail[]> => {
  let mails: Mail[] = [];
  const read = async () => {
    const { body } = await send('GET', '/inbox/messages', { query: { to: address } });
    mails = body as Mail[];
    return mails.length;
  };
  await expect.poll(read, { timeout: 10_000, interval: 50 }).toBeGreaterThanOrEqual(count);
  return mails;
};

/** The code in the link of a mail. */
export const codeIn = ({ text }: Mail): string => {
  const [, code] = /[?&]code=([0-9a-z]{45})(?![0-9a-z])/.exec(text) ?? [];
  if (!code) throw new Error(`There is no code in: ${text}`);
  return code;
};
