import { describe, expect, it } from 'vitest';
import { cannotTakeCodes, readClientVersion } from './client-version.ts';

const read = (value?: string) => readClientVersion({ 'x-stack-client-version': value });

describe('the version of a client kit', () => {
  it.each([
    ['js @acme/kit@2.8.47', { platform: 'js', sdk: '@acme/kit', version: '2.8.47' }],
    ['python_3   @acme/kit_2@1', { platform: 'python_3', sdk: '@acme/kit_2', version: '1' }],
  ])('%s has three parts', (value, parts) => expect(read(value)).toEqual(parts));

  it.each([
    undefined,
    '',
    'garbage',
    '@acme/kit@2.8.47',
    'js acme@2.8.47',
    'js @my-acme/kit@2.8.47',
    'js @acme/kit@2.8.47-beta.1',
    'js @acme/kit@',
    ' js @acme/kit@2.8.47',
    'js @acme/kit@2.8.47 ',
  ])('%j is none', (value) => expect(read(value)).toBeUndefined());
});

describe('a kit without a field for codes', () => {
  it.each([
    ['js @stackframe/stack@2.5.37', true],
    ['js @stackframe/stack@2.5.9', true],
    ['js @stackframe/stack@2.4.99', true],
    ['js @stackframe/stack@1.9.99', true],
    ['js @stackframe/stack@2', true],
    ['js @stackframe/stack@2.5.38', false],
    ['js @stackframe/stack@2.10.1', false],
    ['js @stackframe/stack@3.0.0', false],
    ['js @stackframe/react@2.5.37', false],
    ['js @stackframe/stack@2.5.37-beta', false],
    [undefined, false],
  ])('is %s: %j', (value, expected) => expect(cannotTakeCodes(read(value))).toBe(expected));
});
