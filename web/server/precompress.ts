import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt)$/;
const SMALLEST_WORTH_IT = 1024;

/** Writes `.br` and `.gz` beside every asset once, at build time, so that serving costs no processor time. */
export const precompress = (): Plugin => ({
  name: 'portico-precompress',
  apply: 'build',
  async writeBundle({ dir }) {
    if (!dir) return;
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
    await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))));
  },
});

const compressFile = async (path: string): Promise<void> => {
  const content = await readFile(path);
  if (content.length < SMALLEST_WORTH_IT) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
};
