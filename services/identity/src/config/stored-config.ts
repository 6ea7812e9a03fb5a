/** The override of a branch as it lies in the database: sealed, bound to its place. */
import type { Keyring } from '@portico/platform/keyring';
import type { ConfigObject } from './config-node.ts';
import { migrateLegacyKeys } from './legacy-keys.ts';

interface Branch {
  project_id: string;
  branch_id: string;
}

const placeOf = ({ project_id, branch_id }: Branch): string => `config-override:${project_id}:${branch_id}`;

export const sealOverride = (keyring: Keyring, branch: Branch, override: ConfigObject): string =>
  keyring.seal(JSON.stringify(override), placeOf(branch));

export const openOverride = (
  keyring: Keyring,
  branch: Branch & { config_override_sealed: string },
): ConfigObject =>
  migrateLegacyKeys(JSON.parse(keyring.open(branch.config_override_sealed, placeOf(branch))) as ConfigObject);
