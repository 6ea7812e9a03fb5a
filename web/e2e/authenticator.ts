import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows for a typed key at a moment. */
export const codeFor = (key: string, atMillis = Date.now()): string => {
  const bits = [...key.replace(/\s/g, '')]
    .map((char) => alphabet.indexOf(char).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMillis / 30_000)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
};

/** A device that holds passkeys, as Chromium pretends to have one. `setPresent` decides whether somebody touches it. */
export const addPasskeyDevice = async (
  page: Page,
): Promise<{ setPresent(present: boolean): Promise<void> }> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setPresent: async (present) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: present });
    },
  };
};
