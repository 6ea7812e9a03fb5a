/** Finds the route of a path: a tree of segments, literal ones before parameters. */
import type { Method } from './route.ts';

export interface Found<T> {
  readonly methods: ReadonlyMap<Method, T>;
  readonly params: Readonly<Record<string, string>>;
}

interface Node<T> {
  readonly literal: Map<string, Node<T>>;
  parameter: Node<T> | undefined;
  /** Parameter names differ from method to method only by mistake; the first route names them. */
  names: readonly string[];
  readonly methods: Map<Method, T>;
}

const newNode = <T>(): Node<T> => ({
  literal: new Map(),
  parameter: undefined,
  names: [],
  methods: new Map(),
});

const childFor = <T>(node: Node<T>, segment: string): Node<T> => {
  if (segment.startsWith(':')) return (node.parameter ??= newNode());
  const child = node.literal.get(segment) ?? newNode<T>();
  node.literal.set(segment, child);
  return child;
};

const isLeaf = <T>(node: Node<T> | undefined): node is Node<T> => node !== undefined && node.methods.size > 0;

/** Backtracks, so that a literal that leads nowhere does not hide a parameter that fits. */
const descend = <T>(node: Node<T>, segments: readonly string[], values: string[]): Node<T> | undefined => {
  const segment = segments[0];
  if (segment === undefined) return isLeaf(node) ? node : undefined;
  const rest = segments.slice(1);
  const literal = node.literal.get(segment);
  const found = literal && descend(literal, rest, values);
  if (found || !node.parameter || segment === '') return found;
  values.push(segment);
  const below = descend(node.parameter, rest, values);
  if (!below) values.pop();
  return below;
};

/** Broken escapes stay as they are; the parameter's own rule judges them. */
const decode = (segment: string): string => {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

export interface PathTable<T> {
  /** `path` without query, starting with `/`. */
  find(path: string): Found<T> | undefined;
}

const NO_PARAMS = Object.freeze({});

export const createPathTable = <T extends { method: Method; path: string }>(
  routes: readonly T[],
): PathTable<T> => {
  const root = newNode<T>();
  for (const one of routes) {
    const segments = one.path.split('/').slice(1);
    const node = segments.reduce(childFor, root);
    if (node.methods.has(one.method)) throw new Error(`two routes for ${one.method} ${one.path}`);
    node.methods.set(one.method, one);
    node.names = segments.filter((segment) => segment.startsWith(':')).map((segment) => segment.slice(1));
  }
  return {
    find: (path) => {
      const values: string[] = [];
      const node = descend(root, path.split('/').slice(1), values);
      if (!node) return undefined;
      const { methods, names } = node;
      if (names.length === 0) return { methods, params: NO_PARAMS };
      return {
        methods,
        params: Object.fromEntries(names.map((name, index) => [name, decode(values[index] ?? '')])),
      };
    },
  };
};
