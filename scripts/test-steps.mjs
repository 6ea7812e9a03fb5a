import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { runCommand } from './run-command.mjs';

/** Counts what passed and failed over several tools; a tool without tests of its own counts as one. */
export const createTally = () => {
  const total = { passed: 0, failed: 0 };
  const failures = [];
  const add = (name, { passed, failed }) => {
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) failures.push(`${name} (${failed})`);
  };
  return {
    add,
    async check(name, [command, ...args], options) {
      console.log(`\n── ${name}`);
      const code = await runCommand(command, args, options).catch((error) => {
        console.error(error.message);
        return 1;
      });
      add(name, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
      return code === 0;
    },
    async vitest(name, { config, env, args = [] }) {
      console.log(`\n── ${name}`);
      add(name, await runVitest({ config, env, args }));
    },
    /** Prints the closing line and gives the exit code. */
    close() {
      if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
      console.log(`\n${total.passed} passed, ${total.failed} failed`);
      return total.failed === 0 ? 0 : 1;
    },
  };
};

const runVitest = async ({ config, env, args }) => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-results-'));
  const report = join(folder, 'results.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runCommand(process.execPath, [vitest, 'run', '-c', config, ...reporters, ...args], {
    env: { ...process.env, ...env },
  });
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    // A file that cannot be loaded has no failed tests, and a skipped test is not a passed one.
    const brokenFiles = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((t) => t.status !== 'failed'),
    ).length;
    const failed = numFailedTests + brokenFiles + numPendingTests;
    return { passed: numPassedTests, failed: failed || (code === 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
