/**
 * The vocabulary the configuration's schema is written in. A schema is data: the structural check,
 * the defaults and the resolution of dot-paths all walk the same tree.
 */
export type ConfigValue = string | number | boolean | null | ConfigValue[] | ConfigObject;
export interface ConfigObject {
  [key: string]: ConfigValue;
}

type DefaultOf = ConfigValue | ((entryKey: string) => ConfigValue);

/** `strict`: what clients call a warning is an error here and blocks the save. */
export type ConfigNode =
  | { kind: 'string' | 'number' | 'boolean'; default?: DefaultOf }
  | { kind: 'enum'; values: readonly string[]; default?: DefaultOf }
  | { kind: 'literal'; value: string | boolean; default?: DefaultOf }
  | { kind: 'money'; decimals: number; default?: DefaultOf }
  | { kind: 'interval'; units: readonly string[]; default?: DefaultOf }
  | {
      kind: 'object';
      fields: Readonly<Record<string, ConfigNode>>;
      /** `absent`: not rendered until set. `implicit`: the same, but a dot-path may lead through it. */
      presence?: 'absent' | 'implicit';
    }
  | {
      kind: 'record';
      /** What a key must look like as a segment of a dot-path. */
      key: RegExp;
      /** Keys inside objects must look like that too. */
      strict_keys?: boolean;
      value: ConfigNode;
      /** Entries that are always there; a stored entry with the same key replaces one. */
      built_in?: ConfigObject;
    }
  | { kind: 'union'; of: readonly ConfigNode[]; default?: DefaultOf };

export const text = (otherwise?: DefaultOf): ConfigNode => ({ kind: 'string', default: otherwise });
export const number = (otherwise?: DefaultOf): ConfigNode => ({ kind: 'number', default: otherwise });
export const boolean = (otherwise?: boolean): ConfigNode => ({ kind: 'boolean', default: otherwise });
export const oneOf = (values: readonly string[], otherwise?: string): ConfigNode => ({
  kind: 'enum',
  values,
  default: otherwise,
});
export const literal = (value: string | boolean): ConfigNode => ({ kind: 'literal', value });
export const interval = (units: readonly string[]): ConfigNode => ({ kind: 'interval', units });
export const object = (
  fields: Readonly<Record<string, ConfigNode>>,
  presence?: 'absent' | 'implicit',
): ConfigNode => ({ kind: 'object', fields, presence });
export const record = (key: RegExp, value: ConfigNode): ConfigNode => ({ kind: 'record', key, value });
export const strictRecord = (key: RegExp, value: ConfigNode, built_in?: ConfigObject): ConfigNode => ({
  kind: 'record',
  key,
  value,
  strict_keys: true,
  built_in,
});
export const union = (of: readonly ConfigNode[], otherwise?: DefaultOf): ConfigNode => ({
  kind: 'union',
  of,
  default: otherwise,
});

export const isPlainObject = (value: unknown): value is ConfigObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether keys below the node are entries, which null removes, and not properties with a default. */
export const holdsEntries = (node: ConfigNode): boolean =>
  node.kind === 'record' || (node.kind === 'union' && node.of.some(holdsEntries));

/** The node below `node` for one segment of a dot-path; undefined when the path ends in nothing. */
export const childNode = (node: ConfigNode, segment: string): ConfigNode | undefined => {
  if (node.kind === 'object') return Object.hasOwn(node.fields, segment) ? node.fields[segment] : undefined;
  if (node.kind === 'record') return node.key.test(segment) ? node.value : undefined;
  if (node.kind !== 'union') return undefined;
  for (const alternative of node.of) {
    const child = childNode(alternative, segment);
    if (child) return child;
  }
  return undefined;
};
