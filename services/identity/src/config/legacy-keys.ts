/** Names that earlier clients write, and that stored overrides may still hold. */
import { isPlainObject, type ConfigObject, type ConfigValue } from './config-node.ts';

/** What becomes of one path segment below `parent`: its name today, or undefined when it is dropped. */
const currentName = (parent: readonly string[], name: string): string | undefined => {
  const [top, group, , ...deeper] = parent;
  if (parent.length === 1 && top === 'emails') {
    if (name === 'theme') return 'selectedThemeId';
    return name === 'themeList' || name === 'templateList' ? undefined : name;
  }
  if (top !== 'payments') return name;
  if (parent.length === 1) {
    if (name === 'offers') return 'products';
    if (name === 'groups') return 'catalogs';
    return name === 'stripeAccountId' || name === 'stripeAccountSetupComplete' ? undefined : name;
  }
  const isEntry = parent.length === 3 && deeper.length === 0;
  if (isEntry && group === 'products' && name === 'groupId') return 'catalogId';
  return isEntry && group === 'items' && name === 'default' ? undefined : name;
};

/** The path a key stands for below `parent`, in today's names; undefined when it is dropped. */
const currentPath = (parent: readonly string[], key: string): string[] | undefined => {
  const path = [...parent];
  for (const segment of key.split('.')) {
    const name = currentName(path, segment);
    if (name === undefined) return undefined;
    path.push(name);
  }
  return path.slice(parent.length);
};

const convert = (value: ConfigValue, path: readonly string[]): ConfigValue => {
  if (Array.isArray(value) && path.join('.') === 'domains.trustedDomains') {
    return Object.fromEntries(value.map((domain, index) => [String(index), domain]));
  }
  return isPlainObject(value) ? convertObject(value, path) : value;
};

const convertObject = (value: ConfigObject, parent: readonly string[]): ConfigObject => {
  const result: ConfigObject = {};
  for (const [key, child] of Object.entries(value)) {
    const path = currentPath(parent, key);
    if (path) result[path.join('.')] = convert(child, [...parent, ...path]);
  }
  return result;
};

/** The override in today's names. A whole `sourceOfTruth` is dropped; a dot-path into it stays, and fails. */
export const migrateLegacyKeys = (override: ConfigObject): ConfigObject => {
  const { sourceOfTruth: _, ...rest } = override;
  return convertObject(rest, []);
};
