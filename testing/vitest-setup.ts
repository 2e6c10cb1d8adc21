import type { TestProject } from 'vitest/node';
import { buildPanel } from '../scripts/panel/build.ts';
import { poppler } from './poppler.ts';
import { startServices } from './services/index.ts';
import { installMissing } from './services/install.ts';
import type { ServiceName } from './services/service.ts';

/** Services of each project; `--project sqlite` alone starts none. */
const needs: Readonly<Record<string, readonly ServiceName[]>> = {
  sqlite: [],
  unit: [],
  postgres: ['postgres', 'valkey'],
  pgbouncer: ['pgbouncer', 'valkey'],
  engines: ['postgres', 'valkey', 'powerdns', 'pebble', 'mariadb', 'lxd', 'mail', 'headless'],
  browser: ['headless', 'chromium'],
};

/** Runs once before the workers start, which inherit the variables. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const selected = project.vitest.projects.map(({ name }) => name.replace(/-alone$/, ''));
  const names = selected.flatMap((name) => needs[name] ?? []);
  if (selected.includes('unit')) requirePrograms();
  if (selected.includes('browser')) await buildPanel();
  if (names.length === 0) return undefined;
  const services = await startServices(names);
  for (const { reason } of services.missing) console.error(`Skipping tests: ${reason}.`);
  Object.assign(process.env, services.env);
  return services.stop;
}

/** Programs that tests start themselves, besides the servers. */
function requirePrograms(): void {
  for (const { name, reason } of installMissing([poppler])) {
    if (process.env.CI === 'true') throw new Error(`${reason}.`);
    console.error(`Skipping tests: ${reason}.`);
    process.env[`HOSTLER_TEST_${name.toUpperCase()}_MISSING`] = reason;
  }
}
