import { fileURLToPath } from 'node:url';
import { measureHashLimit, type HashLimitJob } from './limits/hash-limit.ts';
import { serveRouteLimit, type RouteLimitJob } from './limits/route-limit.ts';
import { runLoad, type LoadJob } from './load.ts';
import { parseOptions } from './options.ts';
import type { RoleName } from './roles.ts';
import { runBench } from './run-bench.ts';

const tell = (message: object): void => void process.send?.(message);

/** What this program does when another copy of it asks for help. */
const roles: Record<RoleName, (job: unknown) => Promise<void>> = {
  load: (job) => runLoad(job as LoadJob, tell),
  'hash-limit': async (job) => tell(await measureHashLimit(job as HashLimitJob)),
  'route-limit': async (job) => tell(await serveRouteLimit(job as RouteLimitJob)),
};

const options = parseOptions(process.argv.slice(2), process.env);

if (options.role) {
  const play = roles[options.role];
  process.once('message', (job) => {
    play(job).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  });
} else {
  process.exitCode = await runBench(fileURLToPath(import.meta.url), options).catch((error: unknown) => {
    console.error(error);
    return 1;
  });
}
