import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Settings, startHostler } from '../../acceptance/hostler-process.ts';
import { makeOnce } from '../make-once.ts';

/** The log level of warnings. */
const WARN = 40;

/**
 * Fills an empty data folder with demo data and returns the output of its first start. A run creates it once and copies
 * it: it is the slowest step of a browser test file.
 */
export async function prepareDemo(dataDir: string, settings: Settings): Promise<string> {
  const shared = process.env.HOSTLER_ACCEPTANCE_FOLDER;
  if (!shared) return makeDemo(dataDir, settings);
  const folder = join(shared, 'demo');
  const printed = await makeOnce(folder, () => makeDemo(join(folder, 'data'), settings));
  await cp(join(folder, 'data'), dataDir, { recursive: true });
  return printed;
}

async function makeDemo(dataDir: string, settings: Settings): Promise<string> {
  const running = startHostler(['serve'], { ...settings, HOSTLER_DATA_DIR: dataDir });
  await running.logged(({ msg }) => msg === 'hostler serves');
  // Background work of the demo would interfere with a test.
  while (existsSync(join(dataDir, 'demo-unfinished'))) {
    const warnings = running.log().filter(({ level = 0 }) => level >= WARN);
    if (warnings.some(({ msg }) => msg?.startsWith('the demo is not complete'))) {
      running.kill('SIGTERM');
      throw new Error(`The demo was not completed: ${JSON.stringify(warnings).slice(0, 8_000)}`);
    }
    await sleep(100);
  }
  running.kill('SIGTERM');
  await running.exited;
  return running.stdout();
}
