import { setTimeout as sleep } from 'node:timers/promises';
import { prepareStandalone } from '../../shape/standalone.ts';
import { usageOf } from '../process-tree.ts';
import { median, type Row } from '../rows.ts';

const MOST_SECONDS = 4;
const MOST_MB = 350;
const STARTS = 3;
const IDLE_SECONDS = 5;

const secondsOf = async (work: () => Promise<void>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

/** S11: from the command to the first 200, with the embedded database; then what it holds while idle. */
export const coldStart = async (): Promise<Row[]> => {
  const standalone = await prepareStandalone();
  try {
    const first = await secondsOf(standalone.start);
    const starts: number[] = [];
    for (let index = 0; index < STARTS; index++) {
      await standalone.server().kill('SIGTERM');
      starts.push(await secondsOf(standalone.start));
    }
    await sleep(IDLE_SECONDS * 1000);
    const idle_mb = usageOf(standalone.pids()).rss_bytes / 1024 / 1024;
    const seconds = median(starts);
    const common = { scenario: 'S11', shape: 'standalone', errors: 0 };
    return [
      {
        ...common,
        what: 'cold start to first 200',
        seconds,
        target: `< ${MOST_SECONDS} s`,
        reached: seconds < MOST_SECONDS,
      },
      { ...common, what: 'very first start (creates the databases)', seconds: first, target: '–' },
      {
        ...common,
        what: 'memory idle, without PostgreSQL',
        peak_mb: idle_mb,
        target: `< ${MOST_MB} MB`,
        reached: idle_mb < MOST_MB,
      },
    ];
  } finally {
    await standalone.stop();
  }
};
