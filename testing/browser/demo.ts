import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HostlerProcess, type Settings, startHostler } from '../../acceptance/hostler-process.ts';

/**
 * Puts a company at work into an empty folder of data and gives what its first start printed. A run of tests makes it
 * once and copies it: it is the most that a test file in a browser would do.
 */
export async function prepareDemo(dataDir: string, settings: Settings): Promise<string> {
  const shared = process.env.HOSTLER_ACCEPTANCE_FOLDER;
  if (!shared) return makeDemo(dataDir, settings);
  const folder = join(shared, 'demo');
  // Whoever makes the folder makes the demo, the others wait for it; in its place stands why there is none.
  if ((await mkdir(folder, { recursive: true })) !== undefined) {
    const printed = await makeDemo(join(folder, 'data'), settings).catch(String);
    await writeFile(join(folder, 'printed.part'), printed);
    await rename(join(folder, 'printed.part'), join(folder, 'printed'));
  }
  while (!existsSync(join(folder, 'printed'))) await sleep(50);
  await cp(join(folder, 'data'), dataDir, { recursive: true });
  return readFile(join(folder, 'printed'), 'utf8');
}

async function makeDemo(dataDir: string, settings: Settings): Promise<string> {
  const running = startHostler(['serve'], { ...settings, HOSTLER_DATA_DIR: dataDir });
  await waitForDemo(running, dataDir);
  running.kill('SIGTERM');
  await running.exited;
  return running.stdout();
}

/** What the demo does behind its start would come between what a test does. */
async function waitForDemo(running: HostlerProcess, dataDir: string): Promise<void> {
  await running.logged(({ msg }) => msg === 'hostler serves');
  while (existsSync(join(dataDir, 'demo-unfinished'))) await sleep(100);
}
