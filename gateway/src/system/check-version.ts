import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { object, text } from '../http/fields.ts';
import { route } from '../http/route.ts';

interface Version {
  readonly line: string;
  readonly patch: string;
  readonly pre_release: string;
}

const SEMVER = /^(\d+\.\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

const parse = (text: string): Version | undefined => {
  const [, line, patch, pre_release = ''] = SEMVER.exec(text) ?? [];
  return line === undefined || patch === undefined ? undefined : { line, patch, pre_release };
};

const outdated = (severe: boolean, error: string) => ({ upToDate: false, error, severe });

/** Another patch of the same line still works; everything else may not. */
const compare = (client: string, ours: string) => {
  if (client === ours) return { upToDate: true };
  const [theirs, own] = [parse(client), parse(ours)];
  if (theirs === undefined || own === undefined)
    return outdated(true, 'The client version is not a semantic version.');
  const is_compatible = theirs.line === own.line && theirs.patch !== own.patch;
  return outdated(!is_compatible, `The client kit has version ${client}, this server expects ${ours}.`);
};

export const checkVersion = route({
  method: 'POST',
  path: '/check-version',
  access: 'open',
  summary: 'Whether a client kit fits this server',
  request: { body: object({ clientVersion: text() }) },
  response: z.object({ upToDate: z.boolean(), error: z.string().optional(), severe: z.boolean().optional() }),
  handler: ({ body }) => compare(body.clientVersion, manifest.version),
});
