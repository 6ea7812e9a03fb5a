import { live } from './live.ts';
import { banner } from './banner.ts';
import { startStandalone } from './start.ts';
import { fileURLToPath } from 'node:url';

live(async () => {
  // Seen from the bundle in `build/`.
  const web_dist = fileURLToPath(new URL('../web/dist', import.meta.url));
  const standalone = await startStandalone({ env: process.env, web_dist });
  process.stdout.write(banner(standalone.settings));
  return standalone;
});
