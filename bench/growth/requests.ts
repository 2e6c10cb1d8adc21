import { setTimeout as sleep } from 'node:timers/promises';
import { startHostler } from '../processes.ts';
import { type SeededAccount, type Settings, seedAccount, seedTickets } from '../seed.ts';
import type { GrowthPlan, GrowthRow } from './plan.ts';
import { SESSION, seedLogs } from './seed.ts';

interface Case {
  readonly item: number;
  readonly what: string;
  /** `turn` differs in each request, so that no cached page helps. `rows` is the number of tickets of the account. */
  readonly path: (account: SeededAccount, turn: number, rows: number) => string;
  readonly bySession?: boolean;
  /** Makes the request a POST. */
  readonly body?: object;
}

const MOST_REFUSED = 5;

const search = (text: string) => (_: SeededAccount, turn: number) =>
  `/api/v1/tickets?search=${encodeURIComponent(text)}&per_page=${100 + turn}`;
const log = (name: string) => (account: SeededAccount, turn: number) =>
  `/panel/api/v1/${name}?account_id=${account.id}&per_page=${100 + turn}`;

const middle = (_: SeededAccount, turn: number, rows: number) =>
  `/api/v1/tickets?page=${Math.ceil(rows / 200)}&per_page=${100 + turn}`;
const TICKET = { subject: 'The shop is slow', message: 'Pages take ten seconds since noon.', department: 'technical' };

const CASES: readonly Case[] = [
  { item: 1, what: 'search that few tickets match', path: search('number 47') },
  { item: 2, what: 'search that all tickets match', path: search('the shop') },
  { item: 4, what: 'page of the audit log', path: log('audit'), bySession: true },
  { item: 4, what: 'page of the request log', path: log('requests'), bySession: true },
  { item: 7, what: 'new ticket', path: () => '/api/v1/tickets', body: TICKET },
  { item: 9, what: 'page in the middle of a list', path: middle },
];

/** Times requests of an account with many rows against one with few, in turn. */
export async function measureGrownRequests(settings: Settings, plan: GrowthPlan): Promise<GrowthRow[]> {
  const seeded = await seedTickets(settings, { accounts: 1, tickets: plan.tickets });
  const small = await seedAccount(settings, 'small', plan.few);
  const [large = small] = seeded.accounts;
  await seedLogs(
    settings,
    new Map([
      [large.id, plan.tickets],
      [small.id, plan.few],
    ]),
  );
  const server = await startHostler({ settings: { ...settings, HOSTLER_WORKER: 'off' } });
  try {
    const rows: GrowthRow[] = [];
    const sides = [
      { which: 'small', account: small, count: plan.few },
      { which: 'large', account: large, count: plan.tickets },
    ] as const;
    for (const { item, what, path, bySession, body } of CASES) {
      const times = { small: [] as number[], large: [] as number[] };
      const began = performance.now();
      for (let turn = 0; turn < plan.requests && performance.now() - began < plan.mostMs; turn++) {
        for (const { which, account, count } of sides) {
          const took = await time(server.url + path(account, turn, count), bySession ? undefined : account.key, body);
          // The first requests prepare statements. PostgreSQL plans a statement anew until its sixth run.
          if (turn >= 8 || plan.requests <= 8) times[which].push(took);
        }
      }
      rows.push({ item, what, unit: 'ms', small: median(times.small), large: median(times.large) });
    }
    return rows;
  } finally {
    await server.stop();
  }
}

/** Returns the time of a request in milliseconds. A request that the search limit refuses is repeated later. */
async function time(url: string, key: string | undefined, body: object | undefined): Promise<number> {
  const headers: Record<string, string> = key ? { 'X-API-Key': key } : { Cookie: `hostler_session=${SESSION}` };
  const write = body && { method: 'POST', body: JSON.stringify(body) };
  for (let refused = 0; ; refused++) {
    const began = performance.now();
    const response = await fetch(url, { headers: { ...headers, 'Content-Type': 'application/json' }, ...write });
    const text = await response.text();
    if (response.ok) return performance.now() - began;
    if (response.status !== 429 || refused === MOST_REFUSED) {
      throw new Error(`${url} was answered ${response.status}: ${text.slice(0, 300)}`);
    }
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
