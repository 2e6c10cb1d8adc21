import { fileURLToPath } from 'node:url';
import { sql } from '@hostler/database';
import { compose } from '../../server/src/compose/compose.ts';
import { createLogger } from '../../server/src/kernel/log.ts';
import { DAY, systemClock } from '../../server/src/kernel/time.ts';
import { readConfig } from '../../server/src/settings/config.ts';
import { until } from '../../testing/until.ts';
import { runPinned } from '../processes.ts';
import type { Settings } from '../seed.ts';
import { type BillingSize, seedSubscriptions } from './seed.ts';

const RUN = fileURLToPath(new URL('./run.ts', import.meta.url));
export const SELLER: Settings = {
  HOSTLER_SELLER_NAME: 'Example Hosting',
  HOSTLER_SELLER_COUNTRY: 'DE',
  HOSTLER_SELLER_VAT_ID: 'DE123456789',
  HOSTLER_SELLER_TIME_ZONE: 'Europe/Berlin',
};

export type BillingPlan = BillingSize;

interface RunCost {
  readonly ms: number;
  /** Processor time of the process of the run. */
  readonly cpuMs: number;
  readonly done: number;
  readonly failed: number;
  /** Peak memory beyond what the process had before the run. */
  readonly megabytes: number;
}

export interface BillingResult {
  readonly database: 'sqlite' | 'postgres';
  readonly size: BillingSize;
  readonly whole: RunCost;
  /** A second run, when nothing is due any more. */
  readonly idle: RunCost;
  /** Number of invoices that a run had issued when it was killed, and cost of the next run for the rest. */
  readonly killedAfter: number;
  readonly rest: RunCost;
}

const NEW = sql<object, { number: string }>(`select number from invoices where number like 'INV-%' order by number`);
const BILLED_TWICE = sql<object, { count: number }>(
  `select count(*) as count from (
     select subscription_id from charges where kind = 'period' group by subscription_id, period_start having count(*) > 1
   ) as twice`,
);

/**
 * Measures billing runs over many subscriptions of which few are due: a whole run, an idle run, and a run that is
 * killed and repeated.
 */
export async function measureBilling(
  database: BillingResult['database'],
  given: Settings,
  size: BillingSize,
): Promise<BillingResult> {
  const settings = { ...given, ...SELLER };
  const tell = (text: string) => process.stderr.write(`billing, ${database}: ${text}…\n`);
  tell(`making ${size.subscriptions} subscriptions`);
  const at = await seedSubscriptions(settings, size);
  const run = async (time: number): Promise<RunCost> => JSON.parse(await begin(settings, time).output);
  tell('a run');
  const whole = await run(at);
  const idle = await run(at);
  tell('a run that is killed, and another one');
  const before = 1 + size.due;
  const killedAfter = await killMidway(settings, at + DAY, before + size.due / 2);
  const rest = await run(at + DAY);
  await judgeInvoices(settings, before + size.due);
  return { database, size, whole, idle, killedAfter: killedAfter - before, rest };
}

function begin(settings: Settings, at: number) {
  return runPinned([RUN, String(at), JSON.stringify(settings)]);
}

/** Returns the number of invoices at the time of the kill. */
async function killMidway(settings: Settings, at: number, half: number): Promise<number> {
  return await looking(settings, async (count) => {
    const { child, output } = begin(settings, at);
    await until(async () => (await count()) >= half);
    child.kill('SIGKILL');
    await output.catch(() => {});
    return await count();
  });
}

async function looking<T>(settings: Settings, use: (count: () => Promise<number>) => Promise<T>): Promise<T> {
  const { db } = await compose({ config: readConfig(settings), clock: systemClock, log: createLogger('silent') });
  try {
    return await use(async () => (await db.read(NEW.all({}))).length);
  } finally {
    await db.close();
  }
}

/** Checks that no subscription is billed twice or left out and that no invoice number is missing. */
async function judgeInvoices(settings: Settings, expected: number): Promise<void> {
  const { db } = await compose({ config: readConfig(settings), clock: systemClock, log: createLogger('silent') });
  try {
    const numbers = (await db.read(NEW.all({}))).map(({ number }) => Number(number.split('-')[2]));
    const twice = (await db.read(BILLED_TWICE.one({})))?.count;
    if (numbers.length !== expected) throw new Error(`There are ${numbers.length} invoices instead of ${expected}.`);
    if (numbers.some((number, index) => number !== index + 1)) throw new Error('A number is missing.');
    if (twice !== 0) throw new Error(`${twice} periods were billed twice.`);
  } finally {
    await db.close();
  }
}
