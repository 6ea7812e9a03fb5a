import type { CallContext } from '@portico/platform/call';
import { statusError } from '@portico/platform/errors';
import type { ConfigOverridden, OverrideConfigRequest } from '@portico/proto/identity/v1/config';
import type { IdentityDeps } from '../deps.ts';
import { checkOverride } from './check-config.ts';
import { checkFormat } from './config-format.ts';
import { isPlainObject, type ConfigObject } from './config-node.ts';
import { migrateLegacyKeys } from './legacy-keys.ts';
import { mergeOverride } from './merge-override.ts';
import { writeConfig } from './write-config.ts';

/** What a caller may store, from the text it sent. */
export const parseOverride = (text: string): ConfigObject => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw statusError(400, 'The configuration override is not valid JSON.');
  }
  if (!isPlainObject(parsed)) throw statusError(400, 'The configuration override must be a JSON object.');
  // The format comes first for the sake of the migration, which walks the same tree; it never fails a
  // key that the migration would have renamed.
  checkFormat(parsed);
  const override = migrateLegacyKeys(parsed);
  checkOverride(override);
  return override;
};

export const overrideConfig =
  (deps: Pick<IdentityDeps, 'db' | 'keyring' | 'teams'>) =>
  async (request: OverrideConfigRequest, call: CallContext): Promise<ConfigOverridden> => {
    if (!request.config_override_string) return {};
    const added = parseOverride(request.config_override_string);
    await writeConfig(deps)(call, { change: (stored) => mergeOverride(stored, added) });
    return {};
  };
