import { isPlainObject, type ConfigObject } from '../config/config-node.ts';
import { getRecord } from '../config/config-path.ts';
import { renderConfig } from '../config/render-config.ts';
import { OPENID_TYPE } from '../oauth/provider-types.ts';

const PROVIDERS = 'auth.oauth.providers';

/**
 * The flat list of a project payload has no words for OpenID providers of the project's own, so whoever
 * writes it says nothing about them: they stay.
 */
export const keepOpenIdProviders = (stored: ConfigObject, added: ConfigObject): ConfigObject => {
  const written = added[PROVIDERS];
  if (!isPlainObject(written)) return added;
  const own = Object.entries(getRecord(renderConfig(stored), PROVIDERS)).filter(
    ([, entry]) => isPlainObject(entry) && entry.type === OPENID_TYPE,
  );
  return { ...added, [PROVIDERS]: { ...Object.fromEntries(own), ...written } };
};
