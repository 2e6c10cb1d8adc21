import { addTags, type Case, prepareCases, readAnswerSize } from './cases.ts';
import { type Measurement, measureLoad, takeMedian } from './load.ts';
import { measurePages, type PageTimes } from './pages.ts';
import { makeFolder, removeFolder, type StartedServer, startBareServer, startHostler } from './processes.ts';
import type { CaseResult, DatabaseResult } from './report.ts';
import { measureRequestLog } from './request-log.ts';
import { type Settings, seedAccount, seedTickets } from './seed.ts';
import { measureSessions } from './session.ts';

/** Amount and duration of the measurement. */
export interface Plan {
  readonly accounts: number;
  readonly tickets: number;
  readonly largeTickets: number;
  readonly rounds: number;
  readonly seconds: number;
  /**
   * Time before a case is measured. Servers run for weeks, and in the first seconds much of the time goes into
   * compiling.
   */
  readonly settleSeconds: number;
  readonly warmUpSeconds: number;
  readonly pageRequests: number;
}

export async function measureDatabase(
  database: DatabaseResult['database'],
  settings: Settings,
  plan: Plan,
): Promise<DatabaseResult> {
  const coldStartMs = await timeStart(settings);
  tell(`${database}: seeding ${plan.tickets} tickets`);
  const seeded = await seedTickets(settings, plan);
  const folder = makeFolder();
  const cases = prepareCases(folder, seeded);
  const server = await startHostler({ settings });
  const idleRssMb = server.readRssMb();
  const results: CaseResult[] = [];
  for (const which of cases) {
    tell(`${database}: ${which.name}`);
    results.push(await measureCase(which, server, plan));
  }
  const loadedRssMb = server.readRssMb();
  await server.stop();
  tell(`${database}: the request log`);
  const requestLog = await measureRequestLog(settings, cases, plan);
  tell(`${database}: sessions`);
  const sessions = await measureSessions(settings, cases, seeded.accounts, plan);
  removeFolder(folder);
  return {
    database,
    cases: results,
    requestLog,
    sessions,
    // Last, because it adds tickets: the cases above run on exactly as many tickets as they report.
    pages: await compareAccounts(database, settings, plan),
    smallTickets: smallSize(plan),
    largeTickets: plan.largeTickets,
    idleRssMb,
    loadedRssMb,
    coldStartMs,
    seededStartMs: server.firstAnswerMs,
  };
}

async function timeStart(settings: Settings): Promise<number> {
  const server = await startHostler({ settings });
  await server.stop();
  return server.firstAnswerMs;
}

/** Alternates the limit and the server, each warmed up before each round, so that a slow machine slows both down. */
async function measureCase(which: Case, server: StartedServer, plan: Plan): Promise<CaseResult> {
  const isKnown = which.name === '304 of a list';
  if (isKnown) await addTags(server.url, which);
  const bytes = isKnown ? 0 : await readAnswerSize(server.url, which.sample);
  const bare = await startBareServer(bytes);
  const limits: Measurement[] = [];
  const servers: Measurement[] = [];
  const measure = async (target: StartedServer) => {
    await measureLoad(target, which.requestFile, plan.warmUpSeconds);
    return measureLoad(target, which.requestFile, plan.seconds);
  };
  for (const target of [bare, server]) await measureLoad(target, which.requestFile, plan.settleSeconds);
  for (let round = 0; round < plan.rounds; round++) {
    limits.push(await measure(bare));
    servers.push(await measure(server));
  }
  await bare.stop();
  return { name: which.name, aims: which.aims, bytes, limit: takeMedian(limits), server: takeMedian(servers) };
}

async function compareAccounts(database: string, settings: Settings, plan: Plan): Promise<PageTimes[]> {
  tell(`${database}: seeding an account with ${plan.largeTickets} tickets`);
  const large = await seedAccount(settings, 'large', plan.largeTickets);
  const small = await seedAccount(settings, 'small', smallSize(plan));
  const server = await startHostler({ settings });
  tell(`${database}: pages`);
  const times = await measurePages(
    server.url,
    { account: small, tickets: smallSize(plan) },
    { account: large, tickets: plan.largeTickets },
    plan.pageRequests,
  );
  await server.stop();
  return times;
}

function smallSize({ tickets, accounts }: Plan): number {
  return tickets / accounts;
}

function tell(text: string): void {
  process.stderr.write(`${text}…\n`);
}
