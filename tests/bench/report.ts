import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';
import { root } from '../shape/server-process.ts';
import type { Row } from './rows.ts';

const number = (value: number | undefined, digits = 1): string =>
  value === undefined || Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en', { maximumFractionDigits: digits });

const HEADINGS = [
  '#', 'shape', 'what', 'per s', 'limit per s', 'ratio', 'target', 'ok', 'p50 ms', 'p99 ms', 'CPU ms/op', 'limit CPU ms/op',
  'statements/op', 'begin+commit/op', 'peak MB', 'seconds', 'errors',
]; // prettier-ignore

const cells = (row: Row): string[] => [
  row.scenario,
  row.shape,
  row.what,
  number(row.per_second),
  number(row.limit_per_second),
  number(row.ratio, 2),
  row.target,
  row.reached === undefined ? '–' : row.reached ? 'yes' : 'no',
  number(row.p50_ms),
  number(row.p99_ms),
  number(row.cpu_ms, 2),
  number(row.limit_cpu_ms, 2),
  number(row.statements, 2),
  number(row.transaction_control, 2),
  number(row.peak_mb, 0),
  number(row.seconds, 2),
  number(row.errors, 0),
];

export const tableOf = (rows: readonly Row[]): string => {
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [line(HEADINGS), line(HEADINGS.map(() => '---')), ...rows.map((row) => line(cells(row)))].join('\n');
};

const machine = () => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memory_gb: Math.round(totalmem() / 1024 ** 3),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
});

/** Prints the table and writes everything as JSON. */
export const report = (rows: readonly Row[], out: string): void => {
  const path = resolve(root, out);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `${JSON.stringify({ at: new Date().toISOString(), machine: machine(), rows }, undefined, 2)}\n`,
  );
  const { cpu, cores, memory_gb, node } = machine();
  console.log(
    `\n${tableOf(rows)}\n\n${cpu}, ${cores} cores, ${memory_gb} GB, Node ${node}. Written to ${out}.`,
  );
};
