/** The form of recovery codes: groups that people can write down, in any case and spacing. */
import { sha256Hex } from '@portico/platform/hash';
import { newSecret } from '@portico/platform/ids';

const GROUPS = 5;
const GROUP_CHARACTERS = 5;

/** 125 random bits, which no search through hashes can find. */
export const newRecoveryCode = (): string => {
  const secret = newSecret();
  const group = (index: number) => secret.slice(index * GROUP_CHARACTERS, (index + 1) * GROUP_CHARACTERS);
  return Array.from({ length: GROUPS }, (_, index) => group(index)).join('-');
};

export const recoveryCodeHash = (code: string): string =>
  sha256Hex(code.toLowerCase().replace(/[^0-9a-z]/g, ''));
