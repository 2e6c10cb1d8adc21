import { type StartedServer, startHostler } from '../processes.ts';
import { type SeededAccount, type Settings, seedAccount, seedTickets } from '../seed.ts';
import type { GrowthPlan, GrowthRow } from './plan.ts';
import { SESSION, seedLogs } from './seed.ts';

interface Case {
  readonly item: number;
  readonly what: string;
  /** `turn` differs in each request, so that no cached page helps. */
  readonly path: (account: SeededAccount, turn: number) => string;
  readonly bySession?: boolean;
}

const search = (text: string) => (_: SeededAccount, turn: number) =>
  `/api/v1/tickets?search=${encodeURIComponent(text)}&per_page=${100 + turn}`;
const log = (name: string) => (account: SeededAccount, turn: number) =>
  `/panel/api/v1/${name}?account_id=${account.id}&per_page=${100 + turn}`;

const CASES: readonly Case[] = [
  { item: 1, what: 'search that few tickets match', path: search('number 47') },
  { item: 2, what: 'search that all tickets match', path: search('the shop') },
  { item: 4, what: 'page of the audit log', path: log('audit'), bySession: true },
  { item: 4, what: 'page of the request log', path: log('requests'), bySession: true },
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
    for (const { item, what, path, bySession } of CASES) {
      const times = { small: [] as number[], large: [] as number[] };
      const began = performance.now();
      for (let turn = 0; turn < plan.requests && performance.now() - began < plan.mostMs; turn++) {
        for (const [which, account] of [['small', small] as const, ['large', large] as const]) {
          const took = await time(server, path(account, turn), bySession ? undefined : account.key);
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

async function time({ url }: StartedServer, path: string, key: string | undefined): Promise<number> {
  const began = performance.now();
  const headers = key ? { 'X-API-Key': key } : { Cookie: `hostler_session=${SESSION}` };
  const response = await fetch(url + path, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text.slice(0, 300)}`);
  return performance.now() - began;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
