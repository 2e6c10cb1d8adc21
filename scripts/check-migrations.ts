// Refuses migrations that the last release could not work with, and released migrations that were changed. With
// --release, in the commit of a release, records the current migrations and settings as released.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Migration } from '@hostler/database';
import { pino } from 'pino';
import { compose } from '../server/src/compose/compose.ts';
import { systemClock } from '../server/src/kernel/time.ts';
import { readConfig } from '../server/src/settings/config.ts';
import { readDefaults } from './docs/settings-catalogue.ts';
import { checkSteps, hashStep, type Released } from './migrations/check-steps.ts';

const file = new URL('migrations/released.json', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

async function listSteps(): Promise<readonly Migration[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hostler-migrations-'));
  try {
    const config = readConfig({ HOSTLER_DATA_DIR: dataDir });
    const { db, migrations } = await compose({ config, clock: systemClock, log: pino({ level: 'silent' }) });
    await db.close();
    return migrations;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const steps = await listSteps();
if (process.argv.includes('--release')) {
  const page = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
  const settings = Object.fromEntries([...readDefaults(page)].sort(([a], [b]) => (a < b ? -1 : 1)));
  const released: Released = {
    version,
    settings,
    steps: Object.fromEntries(steps.map((step) => [step.id, hashStep(step)])),
  };
  writeFileSync(file, `${JSON.stringify(released, null, 2)}\n`);
} else {
  const released = JSON.parse(readFileSync(file, 'utf8')) as Released;
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
  const problems = checkSteps(steps, released, changelog);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
