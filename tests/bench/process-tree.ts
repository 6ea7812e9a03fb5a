/** What a process and its descendants use, from Linux' `/proc`. */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second; the same on every Linux that Node runs on. */
const TICKS = 100;
const PAGE_BYTES = 4096;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly cpu_seconds: number;
  readonly rss_bytes: number;
}

const readProcess = (pid: number): Process | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    // Fields after the name, which may hold blanks: state, parent, …; user and system time are the 12th and 13th.
    const fields = stat.slice(end + 2).split(' ');
    return {
      pid,
      parent: Number(fields[1]),
      name: stat.slice(stat.indexOf('(') + 1, end),
      cpu_seconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
      rss_bytes: Number(fields[21]) * PAGE_BYTES,
    };
  } catch {
    return undefined;
  }
};

const treeOf = (roots: readonly number[]): Process[] => {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const all = pids.map(readProcess).filter((entry) => entry !== undefined);
  const found = new Set(roots);
  for (let grown = true; grown;) {
    const before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
    grown = found.size > before;
  }
  return all.filter(({ pid }) => found.has(pid));
};

const isPostgres = ({ name }: Process): boolean => name.startsWith('postgres');

/** Of Portico itself: the PostgreSQL that standalone starts is left out. */
export const usageOf = (roots: readonly number[]): { cpu_seconds: number; rss_bytes: number } => {
  const own = treeOf(roots).filter((entry) => !isPostgres(entry));
  const sum = (key: 'cpu_seconds' | 'rss_bytes') => own.reduce((total, entry) => total + entry[key], 0);
  return { cpu_seconds: sum('cpu_seconds'), rss_bytes: sum('rss_bytes') };
};

/** Follows the memory until asked for its peak. */
export const watchMemory = (roots: readonly number[]): (() => number) => {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, usageOf(roots).rss_bytes);
  };
  look();
  const timer = setInterval(look, 500);
  return () => {
    clearInterval(timer);
    look();
    return peak;
  };
};
