/**
 * Under whose name PostgreSQL runs. It refuses to run as root, and whoever it runs as must reach both
 * the programs and the data. Three ways, the first that works here is taken:
 *
 * - plain: we are no root, so as ourselves;
 * - user: as an unprivileged account of this system that can reach everything;
 * - namespace: inside a user namespace, where our own id appears as an unprivileged one. This works in
 *   directories closed to everybody else, and leaves the files ours;
 * - relocated: where none of these is possible, as an unprivileged account with copies of the programs,
 *   and with the data, in a place it can reach.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Binaries } from './binaries.ts';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export type Way =
  { readonly kind: 'plain' } | ({ readonly kind: 'user' | 'namespace' | 'relocated' } & Account);

const readAccounts = (): Map<string, Account> => {
  const text = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const lines = text.split('\n').map((line) => line.split(':'));
  return new Map(lines.map(([name = '', , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]));
};

/** An account with an entry in the password file, without which `initdb` refuses to work. */
const unprivilegedAccount = (): Account => {
  const accounts = readAccounts();
  return accounts.get('postgres') ?? accounts.get('nobody') ?? { uid: 65_534, gid: 65_534 };
};

/** Program and arguments that run a command inside the namespace. */
export const inNamespace = ({ uid, gid }: Account): string[] => [
  'unshare',
  '--user',
  `--map-user=${uid}`,
  `--map-group=${gid}`,
  '--',
];

const namespaceWorks = (account: Account): boolean => {
  const [program = '', ...parameters] = inNamespace(account);
  return spawnSync(program, [...parameters, 'true'], { cwd: '/', stdio: 'ignore' }).status === 0;
};

/** Whether the account can enter the directory; asked of the kernel, which knows modes and ACLs. */
export const canEnter = (account: Account, directory: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], { ...account, cwd: '/', stdio: 'ignore' })
    .status === 0;

const canRun = (account: Account, program: string): boolean =>
  spawnSync(program, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;

/** An existing cluster stays with the account that owns its files. */
const ownerOf = (cluster: string): Account | undefined => {
  if (!existsSync(cluster)) return undefined;
  const { uid, gid } = statSync(cluster);
  return { uid, gid };
};

export interface Place {
  readonly binaries: Binaries;
  /** Directory that holds the cluster; exists. */
  readonly data_dir: string;
  /** The cluster itself; may not exist yet. */
  readonly cluster: string;
}

const hasPasswordEntry = (uid: number): boolean =>
  [...readAccounts().values()].some((account) => account.uid === uid);

export const chooseWay = ({ binaries, data_dir, cluster }: Place): Way => {
  const us = process.getuid?.();
  const account = unprivilegedAccount();
  if (us !== 0) {
    // A container may run under a number that has no account.
    const nameless = us !== undefined && process.platform === 'linux' && !hasPasswordEntry(us);
    return nameless && namespaceWorks(account) ? { kind: 'namespace', ...account } : { kind: 'plain' };
  }
  const owner = ownerOf(cluster);
  if (owner?.uid !== 0) {
    const candidate = owner ?? account;
    const reachable = canEnter(candidate, data_dir) && canRun(candidate, binaries.postgres);
    if (reachable) return { kind: 'user', ...candidate };
  }
  const foreign = owner !== undefined && owner.uid !== 0;
  if (!foreign && namespaceWorks(account)) return { kind: 'namespace', ...account };
  return { kind: 'relocated', ...(foreign ? owner : account) };
};
