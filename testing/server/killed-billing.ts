import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PreparedQuery } from '@hostler/database';
import { expect } from 'vitest';
import { bundleServer } from '../../scripts/server/bundle.ts';
import { makeOnce } from '../make-once.ts';
import type { OrderDecisions } from './decide-orders.ts';
import type { BillingRun } from './run-billing.ts';
import type { TestServer } from './server.ts';

/** Bundles the billing run next to the server of this run: a process from the sources would mostly load modules. */
export const bundleBillingRun = () => bundle('run-billing');
export const bundleOrderDecisions = () => bundle('decide-orders');

async function bundle(name: 'run-billing' | 'decide-orders'): Promise<string> {
  const { HOSTLER_ACCEPTANCE_PROGRAM = '', HOSTLER_TEST_FOLDER = '' } = process.env;
  const folder = `${dirname(HOSTLER_ACCEPTANCE_PROGRAM)}-${name}`;
  const source = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  await makeOnce(join(HOSTLER_TEST_FOLDER, name), () => bundleServer(folder, source));
  return join(folder, 'main.js');
}

/** Runs billing on the data of the server, in a process that is killed after a number of commits, or completes. */
export const runBillingInProcess = (program: string, server: TestServer, run: Omit<BillingRun, 'settings' | 'now'>) =>
  runInProcess(program, { ...run, now: server.clock.now(), settings: server.settings } satisfies BillingRun);

/** Decides about orders and does the work that follows, in such a process. */
export const decideInProcess = (program: string, server: TestServer, run: Omit<OrderDecisions, 'settings' | 'now'>) =>
  runInProcess(program, { ...run, now: server.clock.now(), settings: server.settings } satisfies OrderDecisions);

/**
 * Runs a process again and again, killed after one commit more each time, until it completes. With samples, kills it only
 * after these numbers of commits. Returns how often it was killed.
 */
export async function killAtCommits(
  run: (commits: number) => Promise<'killed' | 'done'>,
  samples?: readonly number[],
): Promise<number> {
  let killed = 0;
  for (const commits of samples ?? countUp()) {
    if ((await run(commits)) === 'done') return killed;
    killed++;
  }
  expect(await run(Number.MAX_SAFE_INTEGER)).toBe('done');
  return killed;
}

function* countUp(): Generator<number> {
  for (let count = 1; ; count++) yield count;
}

async function runInProcess(program: string, given: object): Promise<'killed' | 'done'> {
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
