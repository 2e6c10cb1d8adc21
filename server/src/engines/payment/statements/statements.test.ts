import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readStatementInThread } from './read-in-thread.ts';
import { readStatement } from './read-statement.ts';

const fixture = (name: string) =>
  readFile(new URL(`../../../../../testdata/statements/${name}`, import.meta.url)).then((file) => readStatement(file));
const read = (text: string) => readStatement(Buffer.from(text));
const OWN = 'DE89370400440532013000';
const day = Date.parse('2026-11-16T00:00:00Z');

describe('a camt.053 statement', () => {
  it('returns its booked credits, one for each payment of a batch', async () => {
    expect(await fixture('camt053-v2.xml')).toEqual([
      {
        id: expect.any(String),
        format: 'camt',
        account: 'DE89370400440532013000',
        reference: '2026111600001234',
        position: 1,
        formerId: 'DE89370400440532013000/2026111600001234',
        bookedAt: day,
        amount: 2368,
        currency: 'EUR',
        name: 'Jörg & Söhne Müller GbR',
        iban: 'DE02120300000000202051',
        text: 'Rechnung INV-2026- 000001 danke',
      },
      expect.objectContaining({
        reference: '2026111600001236',
        bookedAt: day,
        amount: 1000,
        currency: 'EUR',
        name: 'Ada Lovelace',
        iban: null,
        text: 'INV-2026-000002',
      }),
      expect.objectContaining({
        reference: '2026111600001236',
        formerId: 'DE89370400440532013000/2026111600001236',
        amount: 2000,
        name: 'Grace Hopper',
        text: 'RF18539007547034',
      }),
    ]);
  });

  it('is parsed in version 8, too, and lines without a reference get different ids', async () => {
    const lines = await fixture('camt053-v8.xml');
    expect(lines).toMatchObject([
      {
        amount: 123_450,
        currency: 'CHF',
        name: 'Zoë Ltd',
        iban: 'CH9300762011623852957',
        text: 'INV-2026-000003 E2E-77',
      },
      { amount: 700, name: '', text: 'INV-2026-000004' },
      { amount: 700, name: '', text: 'INV-2026-000004' },
    ]);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(3);
    expect(await fixture('camt053-v8.xml')).toEqual(lines);
  });

  it('uses the decimals of ISO 4217, not those that are usual in cash', async () => {
    const amounts = ['<Amt Ccy="HUF">3990.50</Amt>', '<Amt Ccy="JPY">3990</Amt>', '<Amt Ccy="KWD">1.234</Amt>'];
    const lines = await Promise.all(amounts.map((amount) => read(entry(amount))));
    expect(lines.flat().map(({ amount }) => amount)).toEqual([399_050, 3_990, 1_234]);
  });

  const entry = (amount: string, more = '') =>
    `<Document><BkToCstmrStmt><Stmt><Ntry>${amount}<CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-16</Dt></BookgDt>${more}</Ntry></Stmt></BkToCstmrStmt></Document>`;

  it('has no entries in comments, CDATA sections and attributes, and many of these take no longer', async () => {
    const before = process.cpuUsage();
    const hidden = `<!-- <Ntry> --><a b="${'<!--'.repeat(50_000)}"/><c><![CDATA[<Ntry>]]></c>`;
    const found = entry('<Amt Ccy="EUR">1.00</Amt>');
    expect(await read(found.replace('<Ntry>', '<!-- <Ntry> --><Ntry a="1">'))).toHaveLength(1);
    await read(found.replace('<Ntry>', `${hidden}<Ntry>`));
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000);
  });

  it('is parsed in a thread, all of it, with the same refusals', async () => {
    const many = entry('<Amt Ccy="EUR">1.00</Amt>').replace(/<Ntry>.*<\/Ntry>/, (one) => one.repeat(1_200));
    expect(await readStatementInThread(Buffer.from(many), {})).toEqual(await read(many));
    await expect(readStatementInThread(Buffer.from('<Document/>'))).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('not a camt.053 message'),
    });
  });

  it.each([
    ['is truncated', '<Document><BkToCstmrStmt><Stmt>', 'not whole XML'],
    ['is not a camt.053 message', '<Document><Other/></Document>', 'not a camt.053 message'],
    ['has a document type', '<!DOCTYPE a [<!ENTITY x "y">]><Document/>', 'document type'],
    ['has an invalid amount', entry('<Amt Ccy="EUR">1e3</Amt>'), 'not an amount'],
    ['has a fraction of a cent', entry('<Amt Ccy="EUR">1.005</Amt>'), 'not an amount'],
    ['has no currency', entry('<Amt>1.00</Amt>'), 'not a currency'],
    [
      'has an impossible booking date',
      entry('<Amt Ccy="EUR">1</Amt>').replace('2026-11-16', '2026-02-30'),
      'not a date',
    ],
    ['has an element named __proto__', entry('<__proto__><x/></__proto__>'), 'not whole XML'],
    ['is nested too deeply', '<a>'.repeat(50) + '</a>'.repeat(50), 'not whole XML'],
  ])('is refused with the reason if it %s', async (_what, xml, reason) => {
    await expect(read(xml)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining(reason) });
  });
});

describe('a CSV statement', () => {
  it('is parsed in the format of Sparkasse, in Windows-1252', async () => {
    expect(await fixture('sparkasse.csv')).toMatchObject([
      {
        account: OWN,
        amount: 2368,
        currency: 'EUR',
        name: 'Jörg Müller',
        bookedAt: day,
        text: 'INV-2026-000001; danke für alles',
      },
      { amount: 123_456, name: 'Ada Lovelace', iban: null, text: 'Rechnung "INV-2026-000002" zweite Zeile' },
    ]);
  });

  it('is parsed in the format of DKB, with lines above the table', async () => {
    expect(await fixture('dkb.csv')).toMatchObject([
      { account: OWN, bookedAt: day, amount: 990, currency: 'EUR', name: 'Grace Hopper', text: 'INV-2026-000005' },
    ]);
  });

  it('is parsed in the plain format', async () => {
    expect(await fixture('plain.csv')).toMatchObject([
      {
        account: null,
        reference: 'TX-1',
        formerId: 'csv/TX-1',
        amount: 1990,
        name: 'Lovelace, Ada',
        iban: 'DE02120300000000202051',
        text: 'INV-2026-000006',
      },
      { reference: 'TX-2', amount: 123_456, currency: 'USD' },
    ]);
  });

  it('gives a line the same id each time, and two equal lines different ids', async () => {
    const line = '2026-11-16;10.00;Ada;INV-2026-000001\n';
    const lines = await read(`date;amount;name;text\n${line}${line}`);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2);
    expect(await read(`date;amount;name;text\n${line}`)).toEqual(lines.slice(0, 1));
  });

  it('skips lines with the amount zero, which banks add at the end of a quarter', async () => {
    const paid = '2026-11-16;TX-1;10.00;Ada;INV-2026-000001\n';
    const table = `date;id;amount;name;text\n2026-11-16;TX-1;0.00;Bank;Abschluss\n${paid}`;
    const alone = await read(table.replace(/.*Abschluss\n/, ''));
    expect(await read(table)).toEqual(alone);
    expect(alone).toMatchObject([{ reference: 'TX-1', amount: 1000 }]);
  });

  it('gives lines with the same reference and different content different ids', async () => {
    const lines = ['2026-11-16;10.00;EUR;Ada;A', '2026-11-17;10.00;EUR;Ada;A', '2026-11-16;10.01;EUR;Ada;A'];
    const others = ['2026-11-16;10.00;USD;Ada;A', '2026-11-16;10.00;EUR;Bob;A', '2026-11-16;10.00;EUR;Ada;B'];
    const table = [...lines, ...others].map((line) => `${line};NONREF\n`).join('');
    const found = await read(`date;amount;currency;name;text;id\n${table}`);
    expect(new Set(found.map(({ id }) => id)).size).toBe(6);
    expect(found.map(({ position }) => position)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('uses --account if it names no account, and refuses a different one', async () => {
    const table = Buffer.from('date;amount;text\n2026-11-16;1.00;A\n');
    expect(await readStatement(table, { account: 'DE89 3704 0044 0532 0130 00' })).toMatchObject([{ account: OWN }]);
    const [unnamed, named] = [await readStatement(table), await readStatement(table, { account: OWN })];
    expect(unnamed[0]?.id).not.toBe(named[0]?.id);
    const own = Buffer.from('"IBAN: DE89 3704 0044 0532 0130 00"\ndate;amount\n2026-11-16;1.00\n');
    expect(await readStatement(own)).toMatchObject([{ account: OWN }]);
    const other = { account: 'DE02120300000000202051' };
    await expect(readStatement(own, other)).rejects.toMatchObject({ message: expect.stringContaining('not of') });
    await expect(readStatement(own, { account: 'Sparkasse' })).rejects.toMatchObject({ code: 'refused' });
  });

  it.each([
    ['has no column names', 'a;b;c\n1;2;3\n', 'names a date and an amount'],
    ['is empty', '', 'names a date and an amount'],
    ['has an unclosed quote', 'date;amount\n2026-11-16;"1.00\n', 'line 2: a quote is opened'],
    ['has text after a quote', 'date;amount\n2026-11-16;"1.00"x\n', 'line 2: there is text'],
    ['has an ambiguous amount', 'date;amount\n2026-11-16;1.234\n', 'line 2: "1.234" is not an amount'],
    ['has an invalid amount', 'date;amount\n2026-11-16;=1+1\n', 'line 2: "=1+1" is not an amount'],
    ['has an ambiguous date', 'date;amount\n03/04/2026;1.00\n', 'line 2: "03/04/2026" is not a date'],
    ['has an impossible date', 'date;amount\n2026-02-30;1.00\n', 'is not a date'],
    ['has a very long cell', `date;amount\n${'x'.repeat(40_000)}\n`, 'line 2: a cell has more than 32767 characters'],
    ['has more than 200 columns', `date;amount\n${';'.repeat(300)}\n`, 'more than 200 columns'],
  ])('is refused with the line and the reason if it %s', async (_what, csv, reason) => {
    await expect(read(csv)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining(reason) });
  });

  it('is refused as a whole above 100,000 lines', async () => {
    const lines = '2026-11-16;1.00;INV\n'.repeat(100_001);
    await expect(read(`date;amount;text\n${lines}`)).rejects.toMatchObject({
      message: expect.stringContaining('more than 100000 lines'),
    });
  });

  it.each([
    ['opening brackets', `${`${'('.repeat(30_000)};`.repeat(100)}\n`],
    ['blanks in an amount', `date;amount\n2026-11-16;1${' '.repeat(30_000)}x\n`],
    ['groups of an IBAN', `${'AA00 '.repeat(6_000)}\ndate;amount\n`],
  ])('takes no longer than its length if it consists of %s', async (_what, csv) => {
    const before = process.cpuUsage();
    await read(csv).catch(() => undefined);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_500);
  });

  it('is refused without parsing if it is too large', async () => {
    await expect(readStatement(Buffer.alloc(65 * 2 ** 20))).rejects.toMatchObject({ code: 'refused' });
  });
});
