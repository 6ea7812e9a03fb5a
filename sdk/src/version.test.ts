import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packageName, packageVersion } from './version.ts';

it('the version sent to the server is the one of the package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as object;
  expect(manifest).toMatchObject({ name: packageName, version: packageVersion });
});
