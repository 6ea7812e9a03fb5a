/** Values under lists of keys. Objects count by identity and are held weakly, everything else counts by value. */
export class DependencyMap<V> {
  readonly #root = new Node<V>();

  getOrCreate(key: readonly unknown[], create: () => V): V {
    let node = this.#root;
    for (const part of key) node = node.child(part);
    return (node.value ??= { current: create() }).current;
  }
}

class Node<V> {
  value?: { current: V };
  readonly #weak = new WeakMap<object, Node<V>>();
  readonly #strong = new Map<unknown, Node<V>>();

  child(part: unknown): Node<V> {
    const isObject = typeof part === 'object' && part !== null;
    const known = isObject ? this.#weak.get(part) : this.#strong.get(part);
    if (known) return known;
    const node = new Node<V>();
    if (isObject) this.#weak.set(part, node);
    else this.#strong.set(part, node);
    return node;
  }
}
