import type { BenchOptions } from './options.ts';
import { report } from './report.ts';
import type { Row } from './rows.ts';
import { coldStart } from './scenarios/cold-start.ts';
import { passwordSignIn } from './scenarios/password-sign-in.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { exchange, refresh, whoami } from './scenarios/token-routes.ts';
import { setStage } from './stage.ts';

const scenarios: Readonly<Record<string, Scenario>> = {
  S1: passwordSignIn,
  S2: refresh,
  S3: exchange,
  S4: whoami,
};

const runShape = async (
  shape: BenchOptions['shapes'][number],
  entry: string,
  options: BenchOptions,
): Promise<Row[]> => {
  const wanted = Object.entries(scenarios).filter(([name]) => options.scenarios.includes(name));
  if (wanted.length === 0) return [];
  console.log(`${shape}: starting, with ${options.users.toLocaleString('en')} users`);
  const stage = await setStage(shape, options);
  const rows: Row[] = [];
  try {
    for (const [name, scenario] of wanted) {
      console.log(`${shape}: ${name}`);
      rows.push(...(await scenario({ entry, options, stage, shape })));
    }
  } finally {
    await stage.stop();
  }
  return rows;
};

/** @returns the exit code: wrong answers and errors fail the run, a slow machine never does. */
export const runBench = async (entry: string, options: BenchOptions): Promise<number> => {
  const rows: Row[] = [];
  for (const shape of options.shapes) rows.push(...(await runShape(shape, entry, options)));
  if (options.scenarios.includes('S11') && options.shapes.includes('standalone')) {
    console.log('standalone: S11');
    rows.push(...(await coldStart()));
  }
  report(rows, options.out);
  const failed = rows.filter(({ errors }) => errors > 0);
  for (const { scenario, shape, errors, first_error } of failed) {
    console.error(`${scenario} (${shape}): ${errors} wrong answers, the first: ${first_error ?? 'unknown'}`);
  }
  return failed.length === 0 ? 0 : 1;
};
