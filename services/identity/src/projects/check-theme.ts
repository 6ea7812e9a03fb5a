import { statusError } from '@portico/platform/errors';
import type { ConfigObject } from '../config/config-node.ts';
import { getRecord } from '../config/config-path.ts';
import { renderConfig } from '../config/render-config.ts';

/** Refuses to select a theme that the project does not have. `keys` are those of the payload. */
export const checkTheme = (override: ConfigObject, keys: readonly string[]): void => {
  if (!keys.includes('email_theme')) return;
  const selected = String(override['emails.selectedThemeId']);
  if (!Object.hasOwn(getRecord(renderConfig(override), 'emails.themes'), selected)) {
    throw statusError(400, 'The email theme does not exist.');
  }
};
