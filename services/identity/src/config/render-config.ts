/** Turns a stored override into the complete configuration. */
import {
  childNode,
  holdsEntries,
  isPlainObject,
  type ConfigNode,
  type ConfigObject,
  type ConfigValue,
} from './config-node.ts';
import { environmentSchema } from './config-schema.ts';
import { DEFAULT_THEME_ID } from './built-in-emails.ts';

type Maybe = ConfigValue | undefined;

/** What stands at a node that nothing was stored for. `key` is that of the entry the node belongs to. */
const defaultOf = (node: ConfigNode, key: string): Maybe => {
  if (node.kind === 'object') return node.presence ? undefined : fillObject(node, {}, key);
  if (node.kind === 'record') return structuredClone(node.built_in ?? {});
  const otherwise = 'default' in node ? node.default : undefined;
  return typeof otherwise === 'function' ? otherwise(key) : structuredClone(otherwise);
};

const fillObject = (
  node: ConfigNode & { kind: 'object' },
  value: ConfigObject,
  key: string,
): ConfigObject => {
  const result: ConfigObject = {};
  for (const [name, field] of Object.entries(node.fields)) {
    const filled = fill(field, Object.hasOwn(value, name) ? value[name] : undefined, key);
    if (filled !== undefined) result[name] = filled;
  }
  return result;
};

const fillRecord = (node: ConfigNode & { kind: 'record' }, value: ConfigObject): ConfigObject => {
  const result = structuredClone(node.built_in ?? {});
  for (const key of keysByDepth(value))
    place(node, result, { path: key.split('.'), value: value[key] ?? null });
  return result;
};

/** A value with every default below it filled in. */
const fill = (node: ConfigNode, value: Maybe, key: string): Maybe => {
  if (value === undefined || value === null) return defaultOf(node, key);
  if (!isPlainObject(value)) return value;
  if (node.kind === 'object') return fillObject(node, value, key);
  if (node.kind === 'record') return fillRecord(node, value);
  if (node.kind !== 'union') return value;
  const structured = node.of.find((one) => one.kind === 'record' || one.kind === 'object');
  return structured ? fill(structured, value, key) : value;
};

/** Fewest dots first, so that a deeper key is written into what a shallower one put there. */
const keysByDepth = (value: ConfigObject): string[] => {
  const depth = (key: string) => key.split('.').length;
  return Object.keys(value).sort((a, b) => depth(a) - depth(b));
};

const parentOf = (root: ConfigNode, tree: ConfigObject, path: readonly string[]) => {
  let node: ConfigNode | undefined = root;
  let target: ConfigObject = tree;
  for (const segment of path) {
    node = node && childNode(node, segment);
    if (node?.kind === 'object' && node.presence === 'implicit' && !target[segment]) target[segment] = {};
    const next: Maybe = Object.hasOwn(target, segment) ? target[segment] : undefined;
    if (!node || !isPlainObject(next)) return undefined;
    target = next;
  }
  return { node, target };
};

/** A built-in entry can be reset, not removed. */
const builtInOf = (node: ConfigNode, key: string): Maybe =>
  node.kind === 'record' && node.built_in ? structuredClone(node.built_in[key]) : undefined;

/** Sets one dot-path. A path through something that does not exist is ignored; null means the default. */
const place = (root: ConfigNode, tree: ConfigObject, entry: { path: string[]; value: ConfigValue }): void => {
  const name = entry.path.at(-1) ?? '';
  const parent = parentOf(root, tree, entry.path.slice(0, -1));
  const node = parent && childNode(parent.node, name);
  if (!parent || !node) return;
  const isRemovedEntry = entry.value === null && holdsEntries(parent.node);
  const key = holdsEntries(parent.node) ? name : (entry.path.at(-2) ?? '');
  const value = isRemovedEntry ? builtInOf(parent.node, name) : fill(node, entry.value, key);
  if (value === undefined) delete parent.target[name];
  else parent.target[name] = value;
};

const dropEmptyImplicit = (root: ConfigNode, tree: ConfigObject): void => {
  if (root.kind !== 'object') return;
  for (const [name, field] of Object.entries(root.fields)) {
    const child = tree[name];
    if (!isPlainObject(child)) continue;
    dropEmptyImplicit(field, child);
    if (field.kind === 'object' && field.presence && Object.keys(child).length === 0) delete tree[name];
  }
};

const selectKnownTheme = (emails: ConfigObject): void => {
  const known = Object.hasOwn(emails.themes as ConfigObject, String(emails.selectedThemeId));
  if (!known) emails.selectedThemeId = DEFAULT_THEME_ID;
};

const sanitiseProducts = (products: ConfigObject): void => {
  for (const product of Object.values(products)) {
    if (!isPlainObject(product) || !isPlainObject(product.isAddOnTo)) continue;
    for (const id of Object.keys(product.isAddOnTo)) product.isAddOnTo[id] = true;
  }
};

/** The configuration that GET answers, with defaults everywhere. `override` has today's key names. */
export const renderConfig = (override: ConfigObject): ConfigObject => {
  const tree = defaultOf(environmentSchema, '') as ConfigObject;
  for (const key of keysByDepth(override)) {
    place(environmentSchema, tree, { path: key.split('.'), value: override[key] ?? null });
  }
  dropEmptyImplicit(environmentSchema, tree);
  selectKnownTheme(tree.emails as ConfigObject);
  sanitiseProducts((tree.payments as ConfigObject).products as ConfigObject);
  return { sourceOfTruth: { type: 'hosted' }, ...tree };
};
