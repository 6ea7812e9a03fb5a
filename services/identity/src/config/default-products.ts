import { statusError } from '@portico/platform/errors';
import { isPlainObject, type ConfigObject } from './config-node.ts';
import { getRecord, getText } from './config-path.ts';

/** A catalog has at most one product that everybody owns; with two, nobody could tell which. */
export const checkDefaultProducts = (config: ConfigObject): void => {
  const seen = new Set<string>();
  for (const product of Object.values(getRecord(config, 'payments.products'))) {
    if (!isPlainObject(product) || product.prices !== 'include-by-default') continue;
    const catalog = getText(product, 'catalogId');
    if (catalog === undefined) continue;
    if (seen.has(catalog)) {
      throw statusError(
        400,
        `The catalog "${catalog}" has more than one product that is included by default.`,
      );
    }
    seen.add(catalog);
  }
};
