import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Compiles the kit file by file into dist/, which is what gets published. Nothing is bundled: the `'use client'` marks
 * have to stay with their files.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript-native/package.json')),
  'bin/tsc',
);

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });

// The compiler rewrites imports of code only.
for (const name of readdirSync(dist, { recursive: true }).filter((entry) => entry.endsWith('.d.ts'))) {
  const file = join(dist, name);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(
      /(from ['"]|import\(['"]|import ['"])(\.{1,2}\/[^'"]+)\.tsx?(['"])/g,
      '$1$2.js$3',
    ),
  );
}

const {
  publishConfig,
  devDependencies: _dev,
  scripts: _scripts,
  ...manifest
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const published = { ...manifest, exports: publishConfig.exports };
writeFileSync(
  join(dist, 'package.json'),
  `${JSON.stringify(published, null, 2)}\n`.replaceAll('./dist/', './'),
);
cpSync(join(root, 'README.md'), join(dist, 'README.md'));
