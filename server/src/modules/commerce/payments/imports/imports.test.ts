import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runScript, sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStatement } from '#engines/payment/statements/read-statement.ts';
import { listLinesElsewhere } from './operator-store.ts';

interface Entry {
  day: string;
  /** `10.00` */
  amount: string;
  currency?: string;
  name: string;
  iban?: string;
  text: string;
  reference?: string;
}
interface Line {
  id: number;
  status: string;
  amount: number;
  name: string;
  text: string;
  note: string | null;
  reason: string | null;
  payment_id: number | null;
}
interface Imported {
  lines: number;
  matched: number;
  unmatched: number;
  held: number;
  again: number;
  repeated_references: number;
  reported: string[];
}
interface Invoice {
  id: number;
  number: string;
  status: string;
  amount_due: number;
}

const OWN = 'DE89370400440532013000';
const PAYER = 'DE02120300000000202051';
const OTHER_PAYER = 'DE02500105170137075030';
let server: TestServer;
let account_id: number;
let files = 0;

beforeAll(async () => {
  server = await startTestServer({ worker: false, env: { HOSTLER_TAX_SMALL_BUSINESS: 'on' } });
  account_id = (await server.operator.accounts.create({ name: 'Ada', email: 'ada@example.com' })).id;
});
afterAll(() => server.stop());

async function sell(amount = 1_000, currency = 'EUR'): Promise<Invoice> {
  await server.operator.charges.add({ account_id, description: 'Work', amount, currency });
  return (await server.operator.invoices.issue({ account_id }))[0] as Invoice;
}
const show = (id: number) => server.operator.invoices.show({ invoice: id }) as Promise<Invoice>;
const readLines = (status: string) => server.run<Line[]>('payment lines', '--status', status);
const ALL = sql<object, Line>(
  'select id, status, amount, name, text, note, payment_id from statement_lines order by id',
);
const listLines = () => server.hostler.db.read(ALL.all({}));
const creditOf = async (currency = 'EUR') =>
  (await server.hostler.db.read(BALANCE.one({ account_id, currency })))?.balance ?? 0;
const BALANCE = sql<{ account_id: number; currency: string }, { balance: number }>(
  'select balance from ledger_entries where account_id = :account_id and currency = :currency order by id desc limit 1',
);

function writeCsv(entries: readonly Entry[]): string {
  const rows = entries.map(({ day, amount, currency = 'EUR', name, iban = '', text, reference = '' }) =>
    [day, amount, currency, name, iban, text, reference].join(';'),
  );
  return `date;amount;currency;name;iban;text;id\n${rows.join('\n')}\n`;
}

function writeCamt(entries: readonly Entry[], account = OWN): string {
  const rows = entries.map(({ day, amount, currency = 'EUR', name, iban, text, reference }) => {
    const payer = `<Dbtr><Nm>${name}</Nm></Dbtr>${iban ? `<DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct>` : ''}`;
    const details = `<TxDtls><RltdPties>${payer}</RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
    return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>${day}</Dt></BookgDt>${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}
      <NtryDtls>${details}</NtryDtls></Ntry>`;
  });
  const id = `<Acct><Id><IBAN>${account}</IBAN></Id></Acct>`;
  return `<Document><BkToCstmrStmt><Stmt>${id}${rows.join('')}</Stmt></BkToCstmrStmt></Document>`;
}

async function importFile(content: string, ...options: string[]): Promise<Imported> {
  const file = join(server.dataDir, `statement-${++files}`);
  await writeFile(file, content);
  return server.run<Imported>('payment import', '--file', file, ...options);
}

/** A day that no other test uses. */
let days = 0;
const nextDay = () => new Date(Date.UTC(2020, 0, ++days)).toISOString().slice(0, 10);

describe('a bank reference that is used more than once', () => {
  it.each([
    ['camt', writeCamt],
    ['csv', writeCsv],
  ])('loses no payment in %s files, and is reported', async (_format, write) => {
    const invoices = [await sell(1_000), await sell(2_000), await sell(3_000)];
    const entries = invoices.map(({ number }, index) => ({
      day: nextDay(),
      amount: `${index + 1}0.00`,
      name: `Payer ${index}`,
      text: number,
      reference: 'NONREF',
    }));
    const reported: string[] = [];
    for (const entry of entries) {
      const result = await importFile(write([entry]));
      expect(result).toMatchObject({ lines: 1, matched: 1, again: 0 });
      reported.push(...result.reported);
    }
    for (const { id } of invoices) expect(await show(id)).toMatchObject({ status: 'paid' });
    expect(reported.at(-1)).toMatch(/used the reference NONREF before, for line \d+/);
    const again = await importFile(write(entries));
    expect(again).toMatchObject({ matched: 0, unmatched: 0, held: 0, again: 3, repeated_references: 0 });
  });

  it('is not reported if the lines of one file share it', async () => {
    const day = nextDay();
    const batch = ['A', 'B'].map((text) => ({ day, amount: '5.00', name: 'Ada', text, reference: `BATCH ${day}` }));
    expect(await importFile(writeCamt(batch))).toMatchObject({ unmatched: 2, repeated_references: 0 });
    const more = { day, amount: '5.00', name: 'Ada', text: 'C', reference: `BATCH ${day}` };
    expect(await importFile(writeCamt([more]))).toMatchObject({ unmatched: 1, repeated_references: 1 });
  });
});

describe('overlapping bank files', () => {
  it('compare a line only with lines of other accounts and formats, however many pay the same amount', async () => {
    const day = nextDay();
    const same = ['A', 'B', 'C'].map((text) => ({ day, amount: '7.00', name: 'Ada', text }));
    expect(await importFile(writeCamt(same))).toMatchObject({ unmatched: 3 });
    const of = { booked_at: Date.parse(day), amount: 700, currency: 'EUR', format: 'camt', bank_account: OWN };
    const count = async (more: object) => (await server.hostler.db.read(listLinesElsewhere({ ...of, ...more }))).length;
    expect(await count({})).toBe(0);
    expect(await count({ format: 'csv' })).toBe(3);
    expect(await count({ bank_account: '' })).toBe(3);
  });

  it('book a line once, and equal lines of a day as often as the file that has the most of them', async () => {
    const [monday, tuesday] = [nextDay(), nextDay()];
    const line = (day: string) => ({ day, amount: '7.00', name: 'Ada', iban: PAYER, text: 'Thanks' });
    expect(await importFile(writeCsv([line(monday)]))).toMatchObject({ unmatched: 1, again: 0 });
    const week = [line(monday), line(monday), line(tuesday)];
    expect(await importFile(writeCsv(week))).toMatchObject({ unmatched: 2, again: 1 });
    expect(await importFile(writeCsv(week))).toMatchObject({ unmatched: 0, again: 3 });
  });

  it('count equal lines across all statements of one file', async () => {
    const entry = { day: nextDay(), amount: '7.00', name: 'Ada', text: 'Thanks', reference: 'NONREF' };
    const statement = /<Stmt>.*<\/Stmt>/s.exec(writeCamt([entry]))?.[0] ?? '';
    const both = writeCamt([entry]).replace(statement, statement + statement);
    expect(await importFile(both)).toMatchObject({ lines: 2, unmatched: 2 });
    expect(await importFile(both)).toMatchObject({ again: 2 });
  });
});

describe('a payment imported in both formats', () => {
  it.each([
    ['camt', 'csv', writeCamt, writeCsv],
    ['csv', 'camt', writeCsv, writeCamt],
  ])(
    'pays the invoice from %s, and its line from %s is held until staff decide',
    async (first, _second, write, writeOther) => {
      const [invoice, other] = [await sell(), await sell()];
      const entry = { day: nextDay(), amount: '10.00', name: 'Ada', text: invoice.number, reference: `R-${days}` };
      expect(await importFile(write([entry]))).toMatchObject({ matched: 1 });
      // The bank wraps the text differently and names another invoice, which the same money must not pay.
      const twin = { ...entry, name: 'ADA', text: `SVWZ ${other.number}` };
      const result = await importFile(writeOther([twin]));
      expect(result).toMatchObject({ matched: 0, held: 1 });
      expect(result.reported[0]).toMatch(
        new RegExp(`may be the same payment as line \\d+, which was imported as ${first}`),
      );
      expect(await show(other.id)).toMatchObject({ amount_due: 1_000 });
      const waiting = (await readLines('waiting')).find(({ text }) => text === twin.text);
      expect(waiting).toMatchObject({ status: 'held', note: expect.stringContaining('same payment') });
      expect(await importFile(writeOther([twin]))).toMatchObject({ again: 1 });
      const lineId = waiting?.id ?? 0;
      await server.run('payment match', '--line', lineId, '--invoice', other.id);
      expect(await show(other.id)).toMatchObject({ status: 'paid' });
    },
  );

  it('is held even if only one line has a reference, but not if the payer differs', async () => {
    const day = nextDay();
    const entry = { day, amount: '10.00', name: 'Ada', text: 'A', iban: PAYER };
    await importFile(writeCamt([{ ...entry, reference: '2026111600001234' }]));
    const stranger = { ...entry, name: 'Grace', text: 'B', iban: OTHER_PAYER };
    expect(await importFile(writeCsv([entry, stranger]))).toMatchObject({ held: 1, unmatched: 1 });
    const [another] = [{ ...entry, reference: 'TX-9', text: 'C' }];
    expect(await importFile(writeCsv([another]))).toMatchObject({ held: 0, unmatched: 1 });
  });

  it('counts as two payments if the lines belong to two bank accounts of the seller', async () => {
    const entry = { day: nextDay(), amount: '10.00', name: 'Ada', text: 'A', iban: PAYER, reference: 'X' };
    await importFile(writeCamt([entry]));
    expect(await importFile(writeCsv([entry]), '--account', 'DE02120300000000202051')).toMatchObject({ unmatched: 1 });
    expect(await importFile(writeCsv([entry]), '--account', OWN)).toMatchObject({ held: 1 });
  });

  it('is held if only the second import names the bank account', async () => {
    const entry = { day: nextDay(), amount: '10.00', name: 'Ada', text: 'A', iban: PAYER };
    expect(await importFile(writeCsv([entry]))).toMatchObject({ unmatched: 1 });
    expect(await importFile(writeCsv([entry]), '--account', OWN)).toMatchObject({ held: 1, unmatched: 0 });
  });
});

describe('a line stored by an earlier version', () => {
  const store = (key: string, day: string, amount: number, name: string, text: string) =>
    server.hostler.db.write(() =>
      runScript(`insert into statement_lines (key, status, booked_at, amount, currency, name, iban, text, imported_at)
        values ('bank:${key}', 'unmatched', ${Date.parse(day)}, ${amount}, 'EUR', '${name}', null, '${text}', 1)`),
    );

  it('is recognized by its key and content, at any position in the file', async () => {
    const [day, next] = [nextDay(), nextDay()];
    const reference = `OLD-${days}`;
    await store(`${OWN}/${reference}`, next, 1_000, 'Ada', 'A');
    await store(`${OWN}/${reference}/2`, next, 1_000, 'Ada', 'A');
    const entry = { day: next, amount: '10.00', name: 'Ada', text: 'A', reference };
    const before = { ...entry, day, text: 'Before' };
    expect(await importFile(writeCamt([before, entry, entry]))).toMatchObject({ unmatched: 1, again: 2 });
    const others = [
      { ...entry, text: 'B' },
      { ...entry, name: 'Eve' },
      { ...entry, amount: '10.01' },
    ];
    const differing = [
      ...others,
      { ...entry, currency: 'USD' },
      { ...entry, iban: PAYER },
      { ...entry, day: nextDay() },
    ];
    for (const other of differing)
      expect(await importFile(writeCamt([other]))).toMatchObject({ unmatched: 1, again: 0 });
    expect(await importFile(writeCamt([entry, entry, entry]))).toMatchObject({ unmatched: 1, again: 2 });
  });

  it('is recognized without a reference, and its line in the other format is held', async () => {
    const day = nextDay();
    const entry = { day, amount: '11.00', name: 'Ada', text: 'A' };
    const [read] = await readStatement(Buffer.from(writeCsv([entry])));
    await store(String(read?.formerId), day, 1_100, 'Ada', 'A');
    expect(await importFile(writeCsv([entry]))).toMatchObject({ again: 1 });
    expect(await importFile(writeCamt([{ ...entry, text: 'A wrapped' }]))).toMatchObject({ held: 1 });
  });
});

describe('matching a bank statement line', () => {
  async function waitFor(amount: string, currency = 'EUR'): Promise<Line> {
    const text = `Thanks ${++files}`;
    await importFile(writeCsv([{ day: nextDay(), amount, currency, name: 'Ada', text }]));
    return (await readLines('unmatched')).find((line) => line.text === text) as Line;
  }
  const match = (line: Line, invoice: Invoice, ...options: string[]) =>
    server.run<Line>('payment match', '--line', line.id, '--invoice', invoice.id, ...options);

  it('refuses more money than is due on the invoice without --as-credit', async () => {
    const [paid, cancelled, partly] = [await sell(), await sell(), await sell()];
    await server.run('invoice pay', '--id', paid.id);
    await server.run('invoice credit', '--id', cancelled.id, '--reason', 'As agreed.');
    await server.run('payment record', '--invoice', partly.id, '--amount', 400);
    // The open one comes first: credit pays it.
    for (const [invoice, amount, credit, reason] of [
      [partly, '6.01', 1, /has €6\.00 due, and line \d+ is €6\.01\. .*--as-credit/],
      [paid, '10.00', 1_000, /is paid; nothing is due\. .*--as-credit/],
      [cancelled, '10.00', 1_000, /is cancelled; nothing is due\. .*--as-credit/],
    ] as const) {
      const line = await waitFor(amount);
      const before = await creditOf();
      const refused = { code: 'CONFLICT', message: expect.stringMatching(reason) };
      await expect(match(line, invoice)).rejects.toMatchObject(refused);
      expect((await readLines('waiting')).map(({ id }) => id)).toContain(line.id);
      expect(await match(line, invoice, '--as-credit')).toMatchObject({ status: 'matched', account_id });
      expect(await creditOf()).toBe(before + credit);
    }
  });

  it('refuses another currency without --as-credit, and always refuses a credit note', async () => {
    const invoice = await sell(50_000);
    const dollars = await waitFor('10.00', 'USD');
    await expect(match(dollars, invoice)).rejects.toMatchObject({ message: expect.stringContaining('is in EUR') });
    await match(dollars, invoice, '--as-credit');
    expect(await creditOf('USD')).toBe(1_000);
    expect(await show(invoice.id)).toMatchObject({ status: 'unpaid' });
    const note = await server.run<Invoice>('invoice credit', '--id', invoice.id, '--reason', 'x', '--amount', '1');
    const line = await waitFor('0.01');
    await expect(match(line, note, '--as-credit')).rejects.toMatchObject({
      message: expect.stringContaining('credit note'),
    });
    await server.run('invoice write-off', '--id', invoice.id, '--reason', 'x');
  });

  it('does not happen automatically for a paid invoice; the line waits with the reason', async () => {
    const [paid, open] = [await sell(), await sell()];
    await server.run('invoice pay', '--id', paid.id);
    const before = await creditOf();
    const entry = { day: nextDay(), amount: '10.00', name: 'Ada', text: paid.number };
    const result = await importFile(writeCsv([entry]));
    expect(result).toMatchObject({ unmatched: 1, reported: [expect.stringContaining(`${paid.number} is paid`)] });
    expect(await creditOf()).toBe(before);
    const both = { ...entry, text: `${paid.number} ${open.number}` };
    expect(await importFile(writeCsv([both]))).toMatchObject({ matched: 1 });
    expect(await show(open.id)).toMatchObject({ status: 'paid' });
  });

  it('is still possible after the line was dismissed', async () => {
    const line = await waitFor('10.00');
    const dismiss = (...reason: string[]) =>
      server.run('payment dismiss-line', '--line', line.id, '--reason', ...reason);
    await expect(dismiss(' ')).rejects.toThrow('--reason must not be empty');
    const reason = 'Interest of the bank.';
    expect(await dismiss(reason)).toMatchObject({ status: 'dismissed', reason, account_id: null, payment_id: null });
    expect((await readLines('waiting')).map(({ id }) => id)).not.toContain(line.id);
    expect((await readLines('dismissed'))[0]).toMatchObject({ id: line.id, reason });
    await expect(dismiss('again')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await match(line, await sell())).toMatchObject({ status: 'matched' });
    await expect(dismiss('too late')).rejects.toMatchObject({ code: 'CONFLICT' });
    const nothing = server.run('payment dismiss-line', '--line', 999_999, '--reason', 'x');
    await expect(nothing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

/** Few values, so that lines are often equal. */
const entries = fc.array(
  fc.record({
    day: fc.nat(2),
    amount: fc.constantFrom('1.00', '2.00'),
    name: fc.constantFrom('Ada', 'Grace'),
    iban: fc.constantFrom(undefined, PAYER, OTHER_PAYER),
    text: fc.constantFrom('A', 'B'),
    reference: fc.constantFrom(undefined, 'NONREF', 'TX-1'),
  }),
  { minLength: 1, maxLength: 8 },
);
/** Days and format of each file. */
const imports = fc.array(
  fc.record({ days: fc.subarray([0, 1, 2], { minLength: 1 }), format: fc.constantFrom('camt', 'csv') }),
  { minLength: 1, maxLength: 5 },
);

it('in any sequence of imported files with whole days, each payment is booked once or held', async () => {
  await fc.assert(
    fc.asyncProperty(entries, imports, async (booked, runs) => {
      const first = nextDay();
      const dayOf = (index: number) => [first, nextDayAfter(first, 1), nextDayAfter(first, 2)][index] as string;
      days += 2;
      const all = booked.map(({ day, ...entry }) => ({ ...entry, day: dayOf(day), index: day }));
      const before = (await listLines()).length;
      const seen = new Set<number>();
      for (const { days: chosen, format } of runs) {
        const file = all.filter(({ index }) => chosen.includes(index)).map(({ index: _, ...entry }) => entry as Entry);
        const result = await importFile(format === 'camt' ? writeCamt(file) : writeCsv(file));
        expect(result.matched + result.unmatched + result.held + result.again).toBe(file.length);
        for (const day of chosen) seen.add(day);
      }
      const stored = (await listLines()).slice(before);
      const imported = all.filter(({ index }) => seen.has(index));
      // Lines that are not held: as many as the bank booked. Held lines: shown to staff, and paying nothing.
      const count = (list: readonly { name: string; text: string }[], name: string, text: string) =>
        list.filter((each) => each.name === name && each.text === text).length;
      for (const [name, text] of [...imported.map(({ name, text }) => [name, text] as const)]) {
        const sure = stored.filter(({ status }) => status === 'unmatched');
        expect(count(sure, name, text)).toBeLessThanOrEqual(count(imported, name, text));
        expect(count(stored, name, text)).toBeGreaterThanOrEqual(count(imported, name, text));
      }
    }),
    { numRuns: 30 },
  );
});

it('doctor counts the lines that are waiting for staff', async () => {
  const doctor = async () => await server.hostler.checks.find(({ name }) => name === 'bank lines')?.check(1_000);
  const waiting = async () => (await readLines('waiting')).map(({ id }) => id);
  for (const id of await waiting()) await server.run('payment dismiss-line', '--line', id, '--reason', 'Not ours');
  expect(await doctor()).toMatchObject({ detail: 'No bank statement line is waiting for staff.', advice: null });
  await importFile(writeCsv([{ day: nextDay(), amount: '4.00', name: 'Ada', text: 'no number' }]));
  expect(await doctor()).toMatchObject({
    detail: expect.stringMatching(/^1 bank statement line is waiting for staff, the oldest since /),
    advice: expect.stringContaining('hostler payment lines --status waiting'),
  });
});

function nextDayAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}
