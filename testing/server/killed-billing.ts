import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PreparedQuery } from '@hostler/database';
import { expect } from 'vitest';
import { bundleServer } from '../../scripts/server/bundle.ts';
import { makeOnce } from '../make-once.ts';
import type { BillingRun } from './run-billing.ts';
import type { TestServer } from './server.ts';

const SOURCE = fileURLToPath(new URL('run-billing.ts', import.meta.url));

/** Bundles the billing run next to the server of this run: a process from the sources would mostly load modules. */
export async function bundleBillingRun(): Promise<string> {
  const { HOSTLER_ACCEPTANCE_PROGRAM = '', HOSTLER_TEST_FOLDER = '' } = process.env;
  const folder = `${dirname(HOSTLER_ACCEPTANCE_PROGRAM)}-run-billing`;
  await makeOnce(join(HOSTLER_TEST_FOLDER, 'run-billing'), () => bundleServer(folder, SOURCE));
  return join(folder, 'main.js');
}

/** Runs billing on the data of the server, in a process that is killed after a number of commits, or completes. */
export async function runBillingInProcess(
  program: string,
  server: TestServer,
  run: Omit<BillingRun, 'settings' | 'now'>,
): Promise<'killed' | 'done'> {
  const given: BillingRun = { ...run, now: server.clock.now(), settings: server.settings };
  const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code, signal] = await once(child, 'exit');
  if (signal === 'SIGKILL') return 'killed';
  expect(code, 'the exit code of a run').toBe(0);
  return 'done';
}

/** Reads the named facts of each account, to compare accounts that a killed run handled with untouched ones. */
export async function readFacts(
  server: TestServer,
  statements: Readonly<Record<string, PreparedQuery<{ account_id: number }, object>>>,
  accounts: readonly number[],
): Promise<Record<string, object[]>[]> {
  const facts: Record<string, object[]>[] = [];
  for (const account_id of accounts) {
    const own: Record<string, object[]> = {};
    for (const [name, statement] of Object.entries(statements)) {
      own[name] = await server.hostler.db.read(statement.all({ account_id }));
    }
    facts.push(own);
  }
  return facts;
}
