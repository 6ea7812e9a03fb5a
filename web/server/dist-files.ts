import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

export interface DistFile {
  body: Buffer;
  encoded: { br?: Buffer; gzip?: Buffer };
  content_type: string;
  /** The name holds a hash of the content, so a browser may keep it for ever. */
  immutable: boolean;
}

const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

const COMPRESSED = { '.br': 'br', '.gz': 'gzip' } as const;

/**
 * Reads the whole build into memory, by request path. It is a few megabytes, and a lookup in a map cannot be tricked
 * into leaving the folder.
 */
export const loadDist = (dist_dir: string): ReadonlyMap<string, DistFile> => {
  const entries = readdirSync(dist_dir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, DistFile>();
  for (const path of paths) {
    const content_type = CONTENT_TYPES[extname(path)];
    if (!content_type) continue;
    const url = `/${relative(dist_dir, path).split(sep).join('/')}`;
    files.set(url, {
      body: readFileSync(path),
      encoded: {},
      content_type,
      immutable: url.startsWith('/assets/'),
    });
  }
  for (const path of paths) {
    const extension = extname(path) as keyof typeof COMPRESSED;
    const original = files.get(
      `/${relative(dist_dir, path.slice(0, -extension.length)).split(sep).join('/')}`,
    );
    if (COMPRESSED[extension] && original) original.encoded[COMPRESSED[extension]] = readFileSync(path);
  }
  return files;
};
