import { run } from '@portico/platform/run';
import { configSchema } from './config.ts';
import { buildProcess } from './process.ts';

run({ name: 'identity', schema: configSchema, build: buildProcess });
