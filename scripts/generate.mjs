// Generates TypeScript from proto/ with buf and ts-proto, offline. Does nothing when the sources did not change.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const proto = join(root, 'proto');
const stamp = join(proto, 'gen', '.inputs');

/** Hash of everything that decides what is generated. */
const inputsHash = () => {
  const hash = createHash('sha256');
  const sources = readdirSync(join(proto, 'portico'), { recursive: true, encoding: 'utf8' });
  const files = [
    'buf.gen.yaml',
    ...sources.filter((file) => file.endsWith('.proto')).map((file) => join('portico', file)),
  ];
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(proto, file)));
  hash.update(readFileSync(join(root, 'node_modules', 'ts-proto', 'package.json')));
  return hash.digest('hex');
};

const wanted = inputsHash();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  rmSync(join(proto, 'gen'), { recursive: true, force: true });
  execFileSync(process.execPath, [join(root, 'node_modules/@bufbuild/buf/bin/buf'), 'generate'], {
    cwd: proto,
    stdio: 'inherit',
  });
  mkdirSync(join(proto, 'gen'), { recursive: true });
  writeFileSync(stamp, wanted);
}
