import { fillTotals, type Page, type PageRequest, type Query, runScript, type Step, sql } from '@hostler/database';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { listInvoices, listInvoicesOf } from '#modules/commerce/invoices/store.ts';
import { listPayments } from '#modules/commerce/payments/store.ts';
import { keepNewest } from '#modules/platform/actions/oldest.ts';
import { keepSandboxAction } from '#modules/platform/actions/sandbox-store.ts';
import { listActions } from '#modules/platform/actions/store.ts';
import { listDeliveries } from '#modules/platform/webhooks/delivery/store.ts';
import { listBackups } from '#modules/resources/backups/store.ts';
import { listTickets } from '#modules/support/tickets/store.ts';

/**
 * Cost of lists for an account with many rows, measured by what the database reads, not by time. Half of the rows
 * belong to another account, mixed in.
 */
const ROWS = 12_000;
const NUMBERS = `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${ROWS})`;
/** Blocks of 8 KiB that PostgreSQL may read for a page; a scan of an account reads many hundreds. */
const MAX_BUFFERS = 250;

let server: TestServer;
let account: TestAccount;
let other: TestAccount;
let mine: number;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
  other = await server.createAccount();
  mine = account.id;
  await server.hostler.db.write(() => runScript(fill(mine, other.id)));
  if (runsOnPostgres) await server.hostler.db.write(() => runScript('analyze'));
  return server.stop;
});

/** A row in a thousand is of another kind, so that a filter for it must skip many. */
function fill(first: number, second: number): string {
  const account = `case n % 2 when 0 then ${first} else ${second} end`;
  const rare = (often: string, seldom: string) => `case n % 1000 when 0 then '${seldom}' else '${often}' end`;
  return `
    insert into tickets (account_id, subject, status, priority, department, search_text, created_at, updated_at) ${NUMBERS}
      select ${account}, 'The shop', ${rare('open', 'closed')}, 'normal', 'general', 'the shop ' || n, n, n from numbers;
    insert into backups (account_id, name, type, resource_type, resource_id, status, search_text, created_at) ${NUMBERS}
      select ${account}, 'nightly', 'manual', 'hosting', case n % 1000 when 0 then 2 else 1 end, ${rare('completed', 'failed')},
        'nightly ' || n, n from numbers;
    insert into actions (account_id, type, status, progress, resource_type, resource_id, search_text, created_at) ${NUMBERS}
      select ${account}, 'x', ${rare('succeeded', 'failed')}, 100, ${rare('hosting', 'domain')}, 1, 'x ' || n, n from numbers;
    insert into sandbox_actions (id, account_id, type, status, progress, resource_type, resource_id, search_text, created_at)
      ${NUMBERS} select 9000000001 + n, ${account}, 'x', 'succeeded', 100, ${rare('hosting', 'domain')}, 1, 'x ' || n, n
      from numbers;
    insert into subscriptions (account_id, name, plan, status, price, currency, billing_period, current_period_start,
        current_period_end, search_text, created_at)
      values (${first}, 'x', 'x', 'active', 1, 'EUR', 'monthly', 1, 2, 'x', 1), (${first}, 'x', 'x', 'active', 1, 'EUR', 'monthly', 1, 2, 'x', 1);
    insert into invoices (account_id, subscription_id, number, status, currency, subtotal, tax, total, amount_paid, items,
        search_text, issued_at, due_at) ${NUMBERS}
      select ${first}, (select min(id) from subscriptions) + case n % 1000 when 0 then 1 else 0 end, 'N' || n,
        ${rare('paid', 'open')}, 'EUR', 1, 0, 1, 1, '[]', 'n' || n, n, n from numbers;
    insert into payments (account_id, amount, currency, method, status, search_text, created_at) ${NUMBERS}
      select ${account}, 1, 'EUR', 'transfer', ${rare('succeeded', 'failed')}, 'transfer ' || n, n from numbers;
    insert into webhook_deliveries (account_id, webhook_id, event_id, event, status, attempts, log, created_at) ${NUMBERS}
      select ${first}, 5, n, ${rare('ticket.created', 'ticket.closed')}, ${rare('succeeded', 'failed')}, 1, '[]', n from numbers;
    ${fillTotals('tickets')} ${fillTotals('backups')}
    ${fillTotals('backups', `'backups/' || resource_type || '/' || resource_id`)}
    ${fillTotals('actions', `'actions/' || resource_type`)}
    ${fillTotals('sandbox_actions', `'sandbox actions/' || resource_type`)}
    ${fillTotals('invoices')} ${fillTotals('payments')}
    ${fillTotals('invoices', `'invoices/' || subscription_id`)}
    ${fillTotals('webhook_deliveries', `'deliveries/' || webhook_id`, `'made ' || event`)}
    ${fillTotals('webhook_deliveries', `'deliveries/' || webhook_id`, `status || ' ' || event`)}`;
}

const FIRST_SUBSCRIPTION = sql<object, { id: number }>('select min(id) as id from subscriptions');

const ALL_TYPES = ['hosting', 'domain', 'database', 'backup'] as const;
type Lister = (page: PageRequest) => Query<Page<unknown>>;

/** Every shape of list that has its own index, by its filters. */
const LISTS: Record<string, { list: Lister; statuses: string[] }> = {
  tickets: { list: (page) => listTickets(mine, page), statuses: ['open', 'closed'] },
  backups: { list: (page) => listBackups(mine, page), statuses: ['completed', 'failed'] },
  'backups of a server': {
    list: (page) => listBackups(mine, page, { type: 'hosting', id: 1 }),
    statuses: ['completed', 'failed'],
  },
  'backups of a server that has few': {
    list: (page) => listBackups(mine, page, { type: 'hosting', id: 2 }),
    statuses: ['failed'],
  },
  actions: { list: (page) => listActions(mine, ALL_TYPES, false, page), statuses: ['succeeded', 'failed'] },
  'actions with a test key': {
    list: (page) => listActions(mine, ALL_TYPES, true, page),
    statuses: ['succeeded', 'failed'],
  },
  'actions of a rare kind': { list: (page) => listActions(mine, ['domain'], true, page), statuses: ['failed'] },
  invoices: { list: (page) => listInvoices(mine, page), statuses: ['paid', 'open'] },
  'invoices of a subscription': {
    list: function* (page) {
      return yield* listInvoicesOf(mine, (yield* FIRST_SUBSCRIPTION.one({}))?.id ?? 0, page);
    },
    statuses: ['paid', 'open'],
  },
  'invoices of another subscription': {
    list: function* (page) {
      return yield* listInvoicesOf(mine, 1 + ((yield* FIRST_SUBSCRIPTION.one({}))?.id ?? 0), page);
    },
    statuses: ['open'],
  },
  payments: { list: (page) => listPayments(mine, page), statuses: ['succeeded', 'failed'] },
  deliveries: {
    list: (page) => listDeliveries(mine, 5, page, undefined),
    statuses: ['succeeded', 'failed', 'pending'],
  },
  'deliveries of a common event': {
    list: (page) => listDeliveries(mine, 5, page, 'ticket.created'),
    statuses: ['succeeded', 'failed'],
  },
  'deliveries of a rare event': {
    list: (page) => listDeliveries(mine, 5, page, 'ticket.closed'),
    statuses: ['succeeded', 'failed'],
  },
};

describe.each(Object.entries(LISTS))('the list of %s', (_, { list, statuses }) => {
  it.each([undefined, ...statuses])('reads few rows for any page, with the status %s', async (status) => {
    const db = server.hostler.db;
    const { total } = await db.read(list({ page: 1, per_page: 25, sort: 'desc', status }));
    const last = Math.max(1, Math.ceil(total / 25));
    for (const page of new Set([1, Math.min(2, last), Math.ceil(last / 3), Math.ceil(last / 2), last])) {
      for (const sort of ['asc', 'desc'] as const) {
        const { plans, found } = await explain(list({ page, per_page: 25, sort, status }));
        expect(found.items).toHaveLength(page === last ? total - (last - 1) * 25 : 25);
        for (const plan of plans) expectCheap(plan);
      }
    }
  });
});

/** Orders of long lists, and the index that each is read from. */
const ORDERED: Record<string, { sort_by: string; index: string }[]> = {
  tickets: [
    { sort_by: 'updated_at', index: 'tickets_by_update' },
    { sort_by: 'status', index: 'tickets_by_status' },
  ],
  backups: [
    { sort_by: 'name', index: 'backups_by_name' },
    { sort_by: 'size_bytes', index: 'backups_by_size' },
  ],
  invoices: [
    { sort_by: 'due_at', index: 'invoices_of_account_by_due_date' },
    { sort_by: 'total', index: 'invoices_of_account_by_total' },
  ],
  payments: [{ sort_by: 'amount', index: 'payments_of_account_by_amount' }],
};

describe.each(Object.entries(ORDERED))('the list of %s in another order', (name, orders) => {
  const { list } = LISTS[name] as { list: Lister };

  it.each(orders)('is read from the index of $sort_by, near an end as cheaply as by id', async ({ sort_by, index }) => {
    const { total } = await server.hostler.db.read(list({ page: 1, per_page: 25, sort: 'desc', sort_by }));
    const last = Math.ceil(total / 25);
    for (const page of [1, 2, Math.ceil(last / 2), last]) {
      for (const sort of ['asc', 'desc'] as const) {
        const { plans, found } = await explain(list({ page, per_page: 25, sort, sort_by }));
        expect(found.items).toHaveLength(25);
        const ordered = plans.find(({ text }) => text.includes('order by account_id'));
        expect(JSON.stringify(ordered)).toContain(index);
        if (page !== Math.ceil(last / 2) || !runsOnPostgres) for (const plan of plans) expectCheap(plan);
      }
    }
  });
});

/** A scan of a table, not of the few rows of a subquery. */
const TABLE_SCAN =
  /^SCAN (tickets|backups|actions|sandbox_actions|invoices|payments|webhook_deliveries|totals|list_blocks|b)\b/;

const SEARCHES = 200;

describe('searches', () => {
  it('of one customer run one after the other, and too many are refused, without delaying other customers', async () => {
    // Two characters are too short for the index: each search scans all tickets of the account.
    const search = (key: string) => server.request('GET', '/tickets?search=sh&per_page=1', { key });
    // However slowly they arrive, they examine more rows than a minute allows.
    const asked = Array.from({ length: SEARCHES }, () => search(account.live));
    const neighbour = await search(other.live);
    expect(neighbour.status).toBe(200);
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, body } of refused) {
      expect(body.error.code).toBe('RATE_LIMIT_EXCEEDED');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const found = answers.filter(({ status }) => status === 200);
    expect(found.length + refused.length).toBe(SEARCHES);
    for (const { body } of found) expect(body.meta.total).toBe(ROWS / 2);
  });
});

const CROWD = sql<{ account_id: number }, { count: number }>(
  `select count(*) as count from sandbox_actions where account_id = :account_id and type = 'crowd'`,
);

describe('the number of ended actions', () => {
  it.each([
    ['actions', 'actions/'],
    ['sandbox_actions', 'sandbox actions/'],
  ] as const)('is read from a few entries of an index of %s', async (table, lists) => {
    const most = Number.MAX_SAFE_INTEGER;
    const letGo = keepNewest({ table, ended: 'true', order: 'id', most, listOf: (type) => lists + type });
    const { plans } = await explain(letGo(mine));
    expect(plans).toHaveLength(1);
    for (const plan of plans) expectCheap(plan);
    if (runsOnPostgres) return;
    const searches = plans.flatMap(({ rows }) => rows.map(({ detail }) => String(detail))).filter(isTableSearch);
    expect(searches).toEqual([expect.stringContaining(`${table}_by_type`), expect.stringContaining('resource_type>?')]);
  });
});

describe('actions of the sandbox', () => {
  it('are kept up to a limit, and the oldest are deleted', async () => {
    const total = async () => (await server.hostler.db.read(CROWD.one({ account_id: mine })))?.count;
    await server.hostler.db.write(() => runScript(crowd(mine)));
    expect(await total()).toBe(10_000);
    const action = {
      id: 9_500_000_000_000,
      type: 'crowd',
      status: 'succeeded',
      progress: 100,
      resource_type: 'hosting',
      resource_id: 1,
      input: null,
      error_code: null,
      error_message: null,
      created_at: 1,
      started_at: 1,
      finished_at: 1,
    } as const;
    // Existing ones are even older, and more than are deleted at once.
    for (let number = 0; number < 15; number++) {
      const row = { ...action, id: action.id + number, created_at: Date.now() };
      await server.hostler.db.write(() => keepSandboxAction(mine, row));
    }
    const all = await server.request('GET', '/actions?per_page=1&status=succeeded', { key: account.test });
    const live = await server.request('GET', '/actions?per_page=1&status=succeeded', { key: account.live });
    expect(Number(all.body.meta.total) - Number(live.body.meta.total)).toBe(10_000);
    expect(await total()).toBe(10_000);
  });
});

/** Creates as many sandbox actions as are kept, newer than existing ones. */
function crowd(account_id: number): string {
  return `
    insert into sandbox_actions (id, account_id, type, status, progress, resource_type, resource_id, search_text, created_at)
      with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < 10000)
      select 9400000000000 + n, ${account_id}, 'crowd', 'succeeded', 100, 'hosting', 1, 'crowd', 1000000 + n from numbers;
    ${fillTotals('sandbox_actions', `'sandbox actions/' || resource_type`)}`;
}

const TABLE_SEARCH = /^SEARCH (tickets|backups|actions|sandbox_actions|invoices|payments|webhook_deliveries) /;

const isTableSearch = (detail: string) => TABLE_SEARCH.test(detail);

interface Plan {
  text: string;
  rows: Record<string, unknown>[];
}

/** Runs a query and explains each of its statements. */
async function explain<T>(query: Query<T>): Promise<{ plans: Plan[]; found: T }> {
  const { db } = server.hostler;
  const prefix = runsOnPostgres ? 'explain (analyze, buffers, timing off, format json) ' : 'explain query plan ';
  const plans: Plan[] = [];
  const run = (step: Step) =>
    db.read(
      (function* () {
        return yield step;
      })() as Query<unknown>,
    );
  let step = query.next();
  while (!step.done) {
    const asked = step.value;
    if ('statement' in asked) {
      const { statement } = asked;
      const explained = { ...statement, name: `explain ${statement.name}`, text: prefix + statement.text };
      const rows = (await run({ ...asked, mode: 'all', statement: explained })) as Plan['rows'];
      plans.push({ text: statement.text, rows });
    }
    step = query.next(await run(asked));
  }
  return { plans, found: step.value };
}

function expectCheap({ text, rows }: Plan): void {
  if (runsOnPostgres) {
    const top = (rows as { 'QUERY PLAN': { Plan: Record<string, number> }[] }[])[0]?.['QUERY PLAN'][0]?.Plan ?? {};
    const buffers = (top['Shared Hit Blocks'] ?? 0) + (top['Shared Read Blocks'] ?? 0);
    expect(buffers, `${text}\n${JSON.stringify(top, null, 1)}`).toBeLessThan(MAX_BUFFERS);
    return;
  }
  const details = rows.map(({ detail }) => String(detail));
  const scans = details.filter((detail) => TABLE_SCAN.test(detail));
  expect(scans, `${text}\n${details.join('\n')}`).toEqual([]);
  if (text.includes('list_blocks'))
    expect(details.find((detail) => detail.startsWith('SEARCH b '))).toContain('block>?');
  // If a page starts at an id, every index is entered there.
  if (text.includes(', id) >')) {
    const searches = details.filter(
      (detail) => /^SEARCH \w+ USING (COVERING )?INDEX/.test(detail) && isTableSearch(detail),
    );
    expect(searches.length).toBeGreaterThan(0);
    for (const detail of searches) expect(detail, text).toContain('id>?');
  }
  // Only found rows are sorted: ids of a few strands, or summed blocks.
  if (!text.includes('merged') && !text.includes('list_blocks')) {
    expect(
      details.filter((detail) => detail.includes('TEMP B-TREE')),
      `${text}\n${details.join('\n')}`,
    ).toEqual([]);
  }
}
