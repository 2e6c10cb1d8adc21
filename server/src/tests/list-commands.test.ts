import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { defineStaffList, runScript, STAFF_PAGE } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '#kernel/command.ts';
import { findCommand, parseOptions, runPages } from '#program/command-line.ts';
import { printJsonList, printTable } from '#program/print-list.ts';

const INVOICES = 1_203;

let server: TestServer;
let account: TestAccount;
let other: TestAccount;
let commands: readonly Command[];

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  commands = server.hostler.commands;
  [account, other] = [await server.createAccount(), await server.createAccount()];
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${INVOICES})`;
  await server.hostler.db.write(() =>
    runScript(
      `insert into invoices (account_id, number, status, currency, subtotal, tax, total, amount_paid, items, search_text,
         issued_at, due_at) ${numbers}
       select case n % 3 when 0 then ${other.id} else ${account.id} end, 'L-' || n,
         case n % 100 when 0 then 'overdue' else 'paid' end, 'EUR', 1, 0, 1, 1, '[]', 'x', n, n from numbers`,
    ),
  );
  return server.stop;
});

type Listed = { id: number; number: string; account_id: number; status: string };
const list = (...args: (string | number)[]) => server.run<Listed[]>('invoice list', ...args);

function pagesOf(...args: string[]) {
  const { command, rest } = findCommand(commands, args);
  return runPages(command, parseOptions(command, rest));
}

async function print(show: (output: PassThrough) => Promise<void>): Promise<string> {
  const output = new PassThrough();
  const read = text(output);
  await show(output);
  output.end();
  return read;
}

describe('a list command', () => {
  it('shows the newest 500 rows, and continues with --after', async () => {
    const first = await list();
    expect(first).toHaveLength(STAFF_PAGE);
    expect(first[0]?.number).toBe(`L-${INVOICES}`);
    const next = await list('--after', first.at(-1)?.id ?? 0, '--limit', 2);
    expect(next.map(({ number }) => number)).toEqual([`L-${INVOICES - STAFF_PAGE}`, `L-${INVOICES - STAFF_PAGE - 1}`]);
  });

  it('filters by account, status and text together', async () => {
    const mine = await list('--account', account.id, '--limit', 5_000);
    expect(mine).toHaveLength((INVOICES / 3) * 2);
    expect(new Set(mine.map(({ account_id }) => account_id))).toEqual(new Set([account.id]));
    const overdue = await list('--status', 'overdue', '--account', other.id);
    expect(overdue.map(({ number }) => number)).toEqual(['L-1200', 'L-900', 'L-600', 'L-300']);
    expect(await list('--text', 'l-120', '--status', 'overdue')).toMatchObject([{ number: 'L-1200' }]);
    expect(await list('--text', '%')).toEqual([]);
    await expect(list('--status', 'lost')).rejects.toThrow(
      '--status must be one of: unpaid, paid, overdue, cancelled.',
    );
  });

  it('reads at most one page of rows at a time, whatever the limit', async () => {
    const sizes: number[] = [];
    for await (const rows of pagesOf('invoice', 'list', '--limit', '100000')) sizes.push(rows.length);
    expect(sizes).toEqual([STAFF_PAGE, STAFF_PAGE, INVOICES - 2 * STAFF_PAGE]);
  });

  it('prints the pages as one JSON array and as one table', async () => {
    const all = await list('--limit', 5_000);
    const json = await print((output) => printJsonList(pagesOf('invoice', 'list', '--limit', '5000'), output));
    expect(json).toBe(`${JSON.stringify(all, null, 2)}\n`);
    const none = await print((output) => printJsonList(pagesOf('invoice', 'list', '--text', 'nothing'), output));
    expect(none).toBe('[]\n');
    const columns = ['id', 'number'];
    const table = await print((output) => printTable(pagesOf('invoice', 'list', '--limit', '5000'), output, columns));
    const lines = table.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^id +number$/);
    expect(lines).toHaveLength(INVOICES + 1);
    expect(lines.at(-1)).toMatch(/^\d+ +L-1$/);
  });

  it('waits for a slow reader before it reads on', async () => {
    const output = new PassThrough({ highWaterMark: 16 });
    let read = 0;
    async function* pages() {
      for (; read < 10; read++) yield [{ id: read }];
    }
    const printing = printJsonList(pages(), output);
    await new Promise(setImmediate);
    expect(read).toBeLessThan(5);
    const [printed] = await Promise.all([text(output), printing.then(() => output.end())]);
    expect(JSON.parse(printed)).toHaveLength(10);
  });

  it('has the same options in every list', () => {
    const lists = commands.filter(({ name }) => /(^| )list$/.test(name));
    expect(lists.length).toBeGreaterThan(20);
    for (const { name, options, pages } of lists) {
      expect([name, pages !== undefined, Object.keys(options)]).toEqual([
        name,
        true,
        expect.arrayContaining(['text', 'after', 'limit']),
      ]);
    }
  });

  it('counts its rows, in every list that the operator API returns page by page', async () => {
    const required = { account: account.id, address: '192.0.2.1', id: 987_654_321 };
    const uncounted: string[] = [];
    let counted = 0;
    for (const { name, page } of commands) {
      const tally = { most: 10_000, total: undefined };
      const bounds = { limit: 2, offset: 0, tally, sorting: { direction: 'desc' as const, isKept: false } };
      try {
        await page?.(required, bounds);
      } catch (error) {
        expect([name, error]).toEqual([name, expect.objectContaining({ code: 'NOT_FOUND' })]);
        continue;
      }
      if (page && tally.total === undefined) uncounted.push(name);
      if (page) counted += 1;
    }
    expect(uncounted).toEqual([]);
    expect(counted).toBeGreaterThan(40);
  });

  it('finds non-ASCII letters as typed', async () => {
    await server.operator.accounts.create({ name: 'Ärzte & Söhne', email: 'praxis@example.com' });
    expect(await server.run('account list', '--text', 'Ärzte')).toMatchObject([{ name: 'Ärzte & Söhne' }]);
    expect(await server.run('account list', '--text', 'PRAXIS@')).toMatchObject([{ name: 'Ärzte & Söhne' }]);
  });

  it('binds every filter that a statement names', async () => {
    const listAny = defineStaffList<{ id: number }, 'old'>({
      select: 'select id from invoices',
      statuses: { old: 'due_at < :now' },
    });
    const found = await server.hostler.db.read(
      listAny({ status: 'old', now: 4, account_id: account.id }, { currency: 'EUR' }),
    );
    expect(found).toHaveLength(2);
  });
});
