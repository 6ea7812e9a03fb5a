/**
 * The structural check of an override. It reports what blocks a save: wrong primitive types, unknown
 * properties, values outside an enumeration, invalid keys. What merely looks odd (an empty host, a
 * port out of range) is stored; forms warn about it before they send.
 */
import { statusError } from '@portico/platform/errors';
import {
  childNode,
  isPlainObject,
  type ConfigNode,
  type ConfigObject,
  type ConfigValue,
} from './config-node.ts';
import { environmentSchema } from './config-schema.ts';

type Problem = string | undefined;

const isMoney = (value: ConfigValue, decimals: number): boolean => {
  const match = typeof value === 'string' ? /^(?:0|[1-9]\d*)(?:\.(\d+))?$/.exec(value) : null;
  return match !== null && (match[1]?.length ?? 0) <= decimals;
};

const isInterval = (value: ConfigValue, units: readonly string[]): boolean => {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [count, unit] = value;
  return typeof unit === 'string' && units.includes(unit) && Number.isInteger(count) && Number(count) >= 0;
};

const checkObject = (node: ConfigNode & { kind: 'object' }, value: ConfigObject, path: string): Problem => {
  for (const [name, child] of Object.entries(value)) {
    const field = Object.hasOwn(node.fields, name) ? node.fields[name] : undefined;
    if (!field) return `"${path}" has no property "${name}"`;
    const problem = checkNode(field, child, `${path}.${name}`);
    if (problem) return problem;
  }
  return undefined;
};

const checkRecord = (node: ConfigNode & { kind: 'record' }, value: ConfigObject, path: string): Problem => {
  for (const [name, child] of Object.entries(value)) {
    const [id = '', ...rest] = name.split('.');
    if (node.strict_keys && !node.key.test(id)) return `"${path}" cannot have the key "${id}"`;
    // A dotted key renders only below an entry of the same object, so nothing else is asked of it.
    if (rest.length > 0) continue;
    const problem = checkNode(node.value, child, `${path}.${name}`);
    if (problem) return problem;
  }
  return undefined;
};

const checkUnion = (node: ConfigNode & { kind: 'union' }, value: ConfigValue, path: string): Problem => {
  const problems = node.of.map((alternative) => checkNode(alternative, value, path));
  if (problems.includes(undefined)) return undefined;
  // For an object, the alternative that takes objects says most precisely what is wrong.
  const structured = node.of.findIndex((one) => one.kind === 'record' || one.kind === 'object');
  return problems[isPlainObject(value) && structured >= 0 ? structured : 0];
};

const matchesLeaf = (node: ConfigNode, value: ConfigValue): boolean => {
  switch (node.kind) {
    case 'enum':
      return typeof value === 'string' && node.values.includes(value);
    case 'literal':
      return value === node.value;
    case 'money':
      return isMoney(value, node.decimals);
    case 'interval':
      return isInterval(value, node.units);
    default:
      return typeof value === node.kind;
  }
};

const checkNode = (node: ConfigNode, value: ConfigValue, path: string): Problem => {
  if (value === null) return undefined;
  if (node.kind === 'union') return checkUnion(node, value, path);
  if (node.kind !== 'object' && node.kind !== 'record') {
    return matchesLeaf(node, value) ? undefined : `"${path}" has a value of the wrong kind`;
  }
  if (!isPlainObject(value)) return `"${path}" must be an object`;
  return node.kind === 'object' ? checkObject(node, value, path) : checkRecord(node, value, path);
};

/** The node a top-level dot-path names, or the first prefix of it that names nothing. */
const resolve = (path: string): { node: ConfigNode } | { invalid: string } => {
  let node: ConfigNode = environmentSchema;
  const seen: string[] = [];
  for (const segment of path.split('.')) {
    seen.push(segment);
    const child = childNode(node, segment);
    if (!child) return { invalid: seen.join('.') };
    node = child;
  }
  return { node };
};

/** @throws StatusError 400 for the first key or value that cannot be stored. */
export const checkOverride = (override: ConfigObject): void => {
  const paths = Object.keys(override).map((path) => ({ path, found: resolve(path) }));
  for (const { path, found } of paths) {
    if ('invalid' in found) {
      throw statusError(
        400,
        `The configuration key "${path}" does not exist: "${found.invalid}" is unknown.`,
      );
    }
  }
  for (const { path, found } of paths) {
    const problem = 'node' in found ? checkNode(found.node, override[path] ?? null, path) : undefined;
    if (problem) throw statusError(400, `The configuration cannot be saved: ${problem}.`);
  }
};
