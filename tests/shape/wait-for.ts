import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';

/** Until the URL answers 2xx; throws with the process' output when it ends or takes too long. */
export const waitForAnswer = async (url: string, server: ServerProcess, seconds = 60): Promise<void> => {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end && server.isRunning()) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(25);
  }
  throw new Error(`${server.name} did not answer at ${url}.\n${server.output().slice(-3_000)}`);
};
