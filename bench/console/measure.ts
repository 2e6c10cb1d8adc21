import { startHostler } from '../processes.ts';
import type { Settings } from '../seed.ts';
import { type ListTimes, measureLists } from './lists.ts';
import type { ConsolePlan } from './plan.ts';
import { type Api, createApi, type Times } from './requests.ts';
import type { SeededConsole } from './seed.ts';

export interface NamedTimes extends Times {
  readonly name: string;
}

export interface ConsoleResult {
  readonly database: 'sqlite' | 'postgres';
  readonly searches: readonly NamedTimes[];
  readonly today: Times;
  /** All requests that the page of a customer sends when it opens, and those of its tabs. */
  readonly customer: readonly NamedTimes[];
  /** Requests of pages that show more than a list. */
  readonly others: readonly NamedTimes[];
  readonly lists: readonly ListTimes[];
  readonly csv: { readonly rows: number; readonly perSecond: number };
}

/** Measures the operator API as the console uses it, with one process of the server on loopback. */
export async function measureConsole(
  database: ConsoleResult['database'],
  settings: Settings,
  plan: ConsolePlan,
  seeded: SeededConsole,
): Promise<ConsoleResult> {
  const tell = (text: string) => process.stderr.write(`console, ${database}: ${text}…\n`);
  // The engines know nothing of these servers: a worker would report them all as missing meanwhile.
  const server = await startHostler({ settings: { ...settings, HOSTLER_WORKER: 'off' } });
  const api = createApi(server.url, seeded.key);
  try {
    tell('search');
    const searches = await timeEach(api, searchesIn(plan), plan.requests);
    tell('Today and the page of a customer');
    const today = await api.time(['/today'], plan.requests);
    const customer = await timeEach(api, pagesOf(seeded), plan.requests);
    const others = await timeEach(api, await othersIn(api), plan.requests);
    tell('CSV');
    const csv = await measureCsv(api);
    tell('lists');
    return { database, searches, today, customer, others, csv, lists: await measureLists(api, seeded, plan.requests) };
  } finally {
    api.close();
    await server.stop();
  }
}

type Requests = Readonly<Record<string, readonly string[]>>;

/** Every request asks for something else, as people do. */
function searchesIn({ customers, servers, invoices, tickets }: ConsolePlan): Requests {
  const spread = (most: number, write: (number: number) => string) =>
    Array.from({ length: 50 }, (_, index) => {
      const text = write(Math.floor((most * (index * 7 + 3)) / 360));
      return `/search?q=${encodeURIComponent(text)}`;
    });
  const address = (n: number) => `10.${Math.floor(n / 65_536)}.${Math.floor(n / 256) % 256}.${n % 256}`;
  return {
    'a name': spread(customers, (n) => `company ${n}`),
    'an e-mail address': spread(customers, (n) => `owner${n}@company-${n}.example`),
    'an IP address': spread(servers, address),
    'a domain': spread(servers, (n) => `shop-${n}.example`),
    'an invoice number': spread(invoices, (n) => `RE-${1_000_000 + n}`),
    'a payment reference': spread(invoices, (n) => `pi_${1_000_000 + n}`),
    'a ticket number': spread(tickets, (n) => `#${n + 1}`),
    'a word that thousands of rows have': spread(customers, () => 'company'),
    'a word that no row has': spread(customers, (n) => `nothing-like-${n}`),
  };
}

function pagesOf({ largeAccount, smallAccount }: SeededConsole): Requests {
  const lists = ['hosting', 'subscriptions', 'invoices', 'payments', 'tickets', 'mails', 'audit'];
  const list = (account: number) => lists.map((name) => [`${name} tab`, [`/${name}?account=${account}`]] as const);
  const show = (id: number) => [`/accounts/show?id=${id}`];
  return {
    'a customer with 100 tickets': show(smallAccount),
    'a customer with 200,000': show(largeAccount),
    'its notes': [`/accounts/notes?id=${largeAccount}`],
    'its limits': [`/accounts/limits?id=${largeAccount}`],
    ...Object.fromEntries(list(largeAccount).map(([name, paths]) => [`its ${name}`, paths])),
  };
}

async function othersIn(api: Api): Promise<Requests> {
  const { data } = await api.get('/payments/lines?status=unmatched');
  const lines = (data as readonly { id: number }[]).map(({ id }) => `/payments/candidates?id=${id}`);
  const month = new Date().toISOString().slice(0, 7);
  return {
    'numbers of the ticket queues': ['/tickets/queues'],
    'invoices that a bank line may pay': lines,
    'report of a month': [`/billing/report?month=${month}`],
  };
}

async function timeEach(api: Api, requests: Requests, count: number): Promise<NamedTimes[]> {
  const times: NamedTimes[] = [];
  for (const [name, paths] of Object.entries(requests)) times.push({ name, ...(await api.time(paths, count)) });
  return times;
}

async function measureCsv(api: Api): Promise<ConsoleResult['csv']> {
  const start = performance.now();
  const text = await api.readText('/invoices?format=csv');
  const rows = text.trim().split('\n').length - 1;
  return { rows, perSecond: rows / ((performance.now() - start) / 1_000) };
}
