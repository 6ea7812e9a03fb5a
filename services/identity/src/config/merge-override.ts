import type { ConfigObject } from './config-node.ts';

/**
 * Writes `added` over `stored`: each key replaces itself and everything stored below it; values are
 * never merged into one another.
 */
export const mergeOverride = (stored: ConfigObject, added: ConfigObject): ConfigObject => {
  const keys = Object.keys(added);
  const kept = Object.entries(stored).filter(
    ([old]) => !keys.some((key) => old === key || old.startsWith(`${key}.`)),
  );
  return { ...Object.fromEntries(kept), ...added };
};
