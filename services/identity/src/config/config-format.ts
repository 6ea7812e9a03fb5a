/** What any override must look like, whatever it says: plain JSON of a few kinds under plain keys. */
import { statusError } from '@portico/platform/errors';
import { isPlainObject } from './config-node.ts';

const KEY = /^[A-Za-z0-9_:$][A-Za-z0-9_:$-]*(\.[A-Za-z0-9_:$][A-Za-z0-9_:$-]*)*$/;
/** Far deeper than the schema; it bounds the recursion. */
const DEEPEST = 64;

const refuse = (key: string, why: string): never => {
  throw statusError(400, `The configuration key "${key}" ${why}.`);
};

const checkKey = (key: string): void => {
  if (!KEY.test(key) || key.split('.').includes('__proto__')) refuse(key.slice(0, 200), 'is not a valid key');
};

const checkValue = (value: unknown, key: string, depth: number): void => {
  if (depth > DEEPEST) refuse(key, 'is nested too deeply');
  if (Array.isArray(value)) {
    for (const element of value) {
      if (element === null) refuse(key, 'has a null inside an array');
      checkValue(element, key, depth + 1);
    }
  } else if (isPlainObject(value)) {
    for (const [name, child] of Object.entries(value)) {
      checkKey(name);
      checkValue(child, name, depth + 1);
    }
  }
};

/** @throws StatusError 400 naming the key that breaks a rule. */
export const checkFormat = (override: Record<string, unknown>): void => checkValue(override, '', 0);
