/** Work to do once a transaction has committed, e.g. waking the relay. Lost when the process dies. */
import type { EntityManager } from 'typeorm';

const pending = new WeakMap<EntityManager, Set<() => void>>();

/** Registers `work` for the transaction of `tx`; the same function is kept once. */
export const afterCommit = (tx: EntityManager, work: () => void): void => {
  const works = pending.get(tx) ?? new Set();
  works.add(work);
  pending.set(tx, works);
};

/** Runs what was registered; only `transaction` calls it. */
export const runAfterCommit = (tx: EntityManager): void => {
  const works = pending.get(tx);
  pending.delete(tx);
  for (const work of works ?? []) work();
};
