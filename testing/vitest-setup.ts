import type { TestProject } from 'vitest/node';
import { startServices } from './services/index.ts';
import type { ServiceName } from './services/service.ts';

/** What the tests of each project talk to; a run of `--project sqlite` alone starts nothing. */
const needs: Readonly<Record<string, readonly ServiceName[]>> = {
  sqlite: [],
  postgres: ['postgres', 'valkey'],
  engines: ['postgres', 'valkey', 'powerdns', 'mariadb', 'lxd', 'mail', 'headless'],
  browser: ['headless', 'chromium'],
};

/** Runs once for the whole run, before the workers start, which inherit the variables. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const names = project.vitest.projects.flatMap((selected) => needs[selected.name] ?? []);
  if (names.length === 0) return undefined;
  const services = await startServices(names);
  for (const { reason } of services.missing) console.error(`Skipping tests: ${reason}.`);
  Object.assign(process.env, services.env);
  return services.stop;
}
