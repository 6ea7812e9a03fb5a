import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebHandlerOptions } from './serve-web.ts';

export interface PageAnswer {
  body: Buffer;
  headers: Record<string, string>;
}

/** The one page of the app, with this installation's configuration in it. Made once, at start. */
export const createPage = ({
  dist_dir,
  api_url,
  project_id,
  publishable_client_key,
}: WebHandlerOptions): PageAnswer => {
  const template = readFileSync(join(dist_dir, 'index.html'), 'utf8');
  const html = template.replace(
    '</title>',
    () => `</title>\n    ${configTag({ api_url, project_id, publishable_client_key })}`,
  );
  return {
    body: Buffer.from(html),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // Asked for again each time, so that a new build is seen at once.
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy(html, api_url),
      'x-frame-options': 'DENY',
    },
  };
};

/** `<` is escaped so that no value can end the tag. */
const configTag = (config: Record<string, string>): string =>
  `<script id="portico-config" type="application/json">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>`;

const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );

/** Styles may be inline because component libraries position with style attributes. Captured mail is shown in a frame. */
const contentSecurityPolicy = (html: string, api_url: string): string => {
  const api = api_url ? [new URL(api_url).origin] : [];
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScriptHashes(html)],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...api],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...api],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'", ...api],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
};
