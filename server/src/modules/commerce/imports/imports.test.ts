import { sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobWork } from '#kernel/jobs/worker.ts';
import { DAY } from '#kernel/time.ts';
import type { Import, ImportKind, ImportLine } from './schemas.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ byHand: 'all', env: { HOSTLER_TAX_SMALL_BUSINESS: 'on' } });
  await server.operator.plans.create({ name: 'small', price: 1_500 });
});
afterAll(() => server.stop());

const bytes = (text: string) => Buffer.from(text);
const upload = (kind: ImportKind, text: string | Uint8Array) =>
  server.operator.imports.create({ kind, file: typeof text === 'string' ? bytes(text) : text });
const show = (id: number) => server.operator.imports.show({ id });
const linesOf = (id: number) => server.operator.imports.lines({ id });
const activate = (id: number, invites = false) => server.operator.imports.activate({ id, invites });
const complete = (id: number) => until(async () => (await show(id)).status === 'active');

/** Uploads a file without errors and switches it on. */
async function importFile(kind: ImportKind, text: string): Promise<Import> {
  const { id, wrong } = await upload(kind, text);
  expect(wrong).toBe(0);
  await activate(id);
  await complete(id);
  return show(id);
}

const day = (days: number) => new Date(server.clock.now() + days * DAY).toISOString().slice(0, 10);
const COUNTS = sql<object, Record<string, number>>(
  `select (select count(*) from accounts) as accounts, (select count(*) from subscriptions) as subscriptions,
     (select count(*) from invoices) as invoices, (select count(*) from mails) as mails,
     (select count(*) from charges) as charges, (select count(*) from ledger_entries) as entries,
     (select count(*) from import_records) as records`,
);
const countAll = () => server.hostler.db.read(COUNTS.one({}));
const RECIPIENTS = sql<object, { recipient: string }>('select recipient from mails');
/** Returns how many mails the customers of a file have got. Customers of other tests get mails at any time. */
const countMailsTo = async (file: string) =>
  (await server.hostler.db.read(RECIPIENTS.all({}))).filter(({ recipient }) => file.includes(`,${recipient}\n`)).length;
const accountsNamed = (text: string) => server.operator.accounts.list({ text });
let customers = 0;
const customerFile = (...references: string[]) =>
  `reference,name,email\n${references.map((reference) => `${reference},Name ${reference},c${++customers}@imported.example`).join('\n')}\n`;

describe('the dry run', () => {
  it('reports each line and changes nothing', async () => {
    const before = await countAll();
    const file = `reference;name;email;kind;country;vat_id
A-1;Ada Example;ada@imported.example;;FR;
A-2;;bob@imported.example;;;
A-3;Bob;not an address;;;
A-1;Twice;twice@imported.example;;;
A-5;Cy;cy@imported.example;firm;;
A-6;Dee;dee@imported.example;business;XX;
A-7;Eve;eve@imported.example;business;FR;DE123;
A-8;Fay;fay@imported.example;;;;more
`;
    const made = await upload('customers', file);
    expect(made).toMatchObject({ status: 'checked', lines: 8, new: 1, unchanged: 0, wrong: 7 });
    const report = await linesOf(made.id);
    expect(report.map(({ line, state, message }) => [line, state, message])).toEqual([
      [2, 'new', null],
      [3, 'wrong', 'The cell name is empty. Fill it in.'],
      [4, 'wrong', 'The cell email must be an address like jo@example.com.'],
      [5, 'wrong', 'The reference A-1 is also on line 2. Remove one of the lines.'],
      [6, 'wrong', 'The cell kind must be consumer or business.'],
      [7, 'wrong', 'The cell country must be a two-letter ISO 3166 country code, like FR.'],
      [8, 'wrong', expect.stringContaining('The line has more cells')],
      [9, 'wrong', expect.stringContaining('The line has more cells')],
    ]);
    await expect(activate(made.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('has 7 wrong lines'),
    });
    expect(await countAll()).toEqual(before);
  });

  it.each([
    ['UTF-8', (text: string) => bytes(text)],
    ['UTF-8 with a byte order mark', (text: string) => bytes(`\uFEFF${text}`)],
    ['Latin-1', (text: string) => Buffer.from(text, 'latin1')],
    ['Windows line ends', (text: string) => bytes(text.replaceAll('\n', '\r\n'))],
  ])('reads %s', async (name, encode) => {
    const reference = `enc-${name}`;
    const { id, wrong } = await upload(
      'customers',
      encode(`reference;name;email\n${reference};"Jürgen ""J"" Groß; Söhne";jg@imported.example\n`),
    );
    expect(wrong).toBe(0);
    await activate(id);
    await complete(id);
    const [line] = await linesOf(id);
    const found = (await accountsNamed('Jürgen')).find((account) => account.id === line?.account_id);
    expect(found?.name).toBe('Jürgen "J" Groß; Söhne');
  });

  it.each([
    ['empty', '', 'is empty'],
    ['without lines', 'reference,name,email\n', 'has no lines after the column names'],
    ['without a required column', 'reference,name\nA,B\n', 'has no column email'],
    ['with an unknown column', 'reference,name,email,phone\nA,B,c@d.example,1\n', 'unknown columns: phone'],
    ['with a repeated column', 'reference,name,name,email\nA,B,C,c@d.example\n', 'two columns name'],
    ['with an open quote', 'reference,name,email\nA,"B,c@d.example\n', 'a quote is opened and never closed'],
    ['that is no text', Buffer.from([0, 1, 2, 255, 254]), 'unknown columns'],
  ])('refuses a file %s as a whole', async (_, file, message) => {
    await expect(upload('customers', file)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'file', message: expect.stringContaining(message) }],
    });
    const [last] = await server.operator.imports.list({ limit: 1 });
    expect(last?.status).toBe('discarded');
  });

  it('takes over the state of an address, refuses a wrong one, and needs none', async () => {
    const { id } = await upload(
      'customers',
      `reference,name,email,street,postal_code,city,state,country
T-1,Jo,t1@imported.example,State Street 1,02109,Boston,ma,US
T-2,Jo,t2@imported.example,State Street 1,02109,Boston,,US
T-3,Jo,t3@imported.example,State Street 1,02109,Boston,Massachusetts,US
`,
    );
    expect((await linesOf(id)).map(({ state, message }) => [state, message])).toEqual([
      ['new', null],
      ['new', null],
      ['wrong', expect.stringContaining('The cell state must be the ISO 3166-2 code of a state in US')],
    ]);
  });

  it('reports wrong subscriptions and balances', async () => {
    await importFile('customers', customerFile('W-1'));
    const subscriptions = await upload(
      'subscriptions',
      `reference,customer,plan,price,currency,period,paid_until
w1,W-0,small,9.90,EUR,monthly,${day(20)}
w2,W-1,large,9.90,EUR,monthly,${day(20)}
w3,W-1,small,9.905,EUR,monthly,${day(20)}
w4,W-1,small,9.90,euro,monthly,${day(20)}
w5,W-1,small,9.90,EUR,hourly,${day(20)}
w6,W-1,small,9.90,EUR,monthly,2026-02-30
w7,W-1,small,9.90,EUR,monthly,${day(-2)}
w8,W-1,small,990,JPY,yearly,${day(0)}
`,
    );
    expect((await linesOf(subscriptions.id)).map(({ message }) => message)).toEqual([
      expect.stringContaining('The customer W-0 is not known'),
      expect.stringContaining('The plan large does not exist'),
      expect.stringContaining('must be an amount in EUR like 9.90'),
      expect.stringContaining('three letters'),
      expect.stringContaining('monthly or yearly'),
      expect.stringContaining('must be a day like 2027-01-15'),
      expect.stringContaining('in the past'),
      null,
    ]);
    const balances = await upload('balances', 'customer;amount;currency\nW-1;-5,00;EUR\nW-1;0;USD\nW-1;5,00;EUR\n');
    expect((await linesOf(balances.id)).map(({ state, message }) => [state, message])).toEqual([
      ['wrong', expect.stringContaining('below zero')],
      ['wrong', expect.stringContaining('is zero')],
      ['new', null],
    ]);
  });
});

describe('an import that is switched on', () => {
  it('creates customers, subscriptions and credit without mail, invoice or charge', async () => {
    const before = await countAll();
    const people = await upload(
      'customers',
      'reference,name,email,kind,company,street,postal_code,city,country\nB-1,Ada Example,b1@imported.example,business,Example Ltd,Rue 2,75002,Paris,FR\n',
    );
    const sold = await upload(
      'subscriptions',
      `reference;customer;plan;price;currency;period;paid_until;name\nS-1;B-1;small;7,77;EUR;monthly;${day(40)};Web\n`,
    );
    const credit = await upload('balances', 'customer,amount,currency\nB-1,12.34,EUR\n');
    expect([people, sold, credit].map((made) => made.new)).toEqual([1, 1, 1]);
    expect(await countAll()).toEqual(before);
    await expect(activate(sold.id)).rejects.toMatchObject({ message: expect.stringContaining('Switch on the import') });
    for (const { id } of [people, sold, credit]) {
      await activate(id);
      await complete(id);
    }
    const after = await countAll();
    expect(after).toMatchObject({ invoices: before?.invoices, mails: before?.mails, charges: before?.charges });
    const [account] = await accountsNamed('b1@imported.example');
    expect(account).toMatchObject({ name: 'Ada Example', waiting: false });
    const account_id = account?.id ?? 0;
    expect(await server.operator.profiles.show({ account_id })).toMatchObject({
      kind: 'business',
      company: 'Example Ltd',
      country: 'FR',
      currency: 'EUR',
    });
    const [subscription] = await server.operator.subscriptions.list({ account_id });
    expect(subscription).toMatchObject({ name: 'Web', plan: 'small', status: 'active', price: 777, currency: 'EUR' });
    expect(subscription?.current_period_end.slice(0, 10)).toBe(day(40));
    await server.operator.billing.run({ at: server.clock.now(), yes: true });
    expect((await countAll())?.invoices).toBe(before?.invoices);
  });

  it('renews at the sold price on the day it is paid until, and spends the opening balance', async () => {
    await importFile('customers', customerFile('R-1'));
    await importFile(
      'subscriptions',
      `reference,customer,plan,price,currency,period,paid_until\nR,R-1,small,8.00,EUR,monthly,${day(3)}\n`,
    );
    const { id } = await importFile('balances', 'customer,amount,currency\nR-1,5.00,EUR\n');
    const [line] = await linesOf(id);
    const account_id = line?.account_id ?? 0;
    await server.operator.billing.run({ at: server.clock.now(), yes: true });
    const invoices = await server.operator.invoices.list({ account_id });
    expect(invoices).toMatchObject([{ total: 800, amount_due: 300 }]);
    const [{ current_period_start, current_period_end } = { current_period_start: '', current_period_end: '' }] =
      await server.operator.subscriptions.list({ account_id });
    expect(current_period_start.slice(0, 10)).toBe(day(3));
    expect(Date.parse(current_period_end) - Date.parse(current_period_start)).toBeGreaterThan(27 * DAY);
  });

  it('links a subscription to the server of the customer that its line names', async () => {
    const { id } = await importFile('customers', customerFile('LINK-1'));
    const account_id = (await linesOf(id))[0]?.account_id ?? 0;
    const own = await server.operator.hosting.create({ account_id, hostname: 'web.example.com' });
    const stranger = await server.createAccount();
    const foreign = await server.operator.hosting.create({ account_id: stranger.id, hostname: 'web.example.com' });
    const columns = 'reference,customer,plan,price,currency,period,paid_until,hosting';
    const line = (reference: string, hosting: number | string) =>
      `${reference},LINK-1,small,8.00,EUR,monthly,${day(3)},${hosting}`;
    const wrong = await upload('subscriptions', [columns, line('HS-0', 'web')].join('\n'));
    expect((await linesOf(wrong.id))[0]?.message).toBe('The cell hosting must be the id of a VPS of the customer.');
    await server.operator.imports.discard({ id: wrong.id });
    const lines = [line('HS-1', own.id), line('HS-2', own.id), line('HS-3', foreign.id), line('HS-4', '')];
    const made = await importFile('subscriptions', [columns, ...lines].join('\n'));
    expect((await linesOf(made.id)).map(({ state, message }) => [state, message])).toEqual([
      ['imported', null],
      ['failed', expect.stringContaining(`pays for server ${own.id} already`)],
      ['failed', 'Server not found.'],
      ['imported', null],
    ]);
    const sold = await server.operator.subscriptions.list({ account_id });
    expect(sold.map(({ hosting_id }) => hosting_id).sort()).toEqual([own.id, null].sort());
  });

  it('changes nothing if the file is repeated, and refuses changed lines', async () => {
    const file = 'reference,name,email\nD-1,Ada,d1@imported.example\nD-2,Bob,d2@imported.example\n';
    const first = await upload('customers', file);
    await expect(upload('customers', file)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(`is import ${first.id}, which is not switched on`),
    });
    await activate(first.id);
    await complete(first.id);
    const before = await countAll();
    const again = await upload('customers', file);
    expect(again).toMatchObject({ new: 0, unchanged: 2, wrong: 0 });
    await activate(again.id);
    await complete(again.id);
    // Invoices of other tests may be mailed meanwhile.
    expect(await countAll()).toEqual({ ...before, mails: expect.any(Number) });
    const changed = await upload('customers', file.replace('Bob', 'Bobby').concat('D-3,Cy,d3@imported.example\n'));
    expect((await linesOf(changed.id)).map(({ state }) => state)).toEqual(['unchanged', 'wrong', 'new']);
    const paid = `reference,customer,plan,price,currency,period,paid_until\nD,D-1,small,8.00,EUR,yearly,${day(1)}\n`;
    await importFile('subscriptions', paid);
    server.clock.advance(3 * DAY);
    expect(await upload('subscriptions', paid)).toMatchObject({ unchanged: 1, wrong: 0 });
  });

  it('invites the customers by mail only if staff choose so', async () => {
    const file = customerFile('I-1', 'I-2');
    const { id } = await importFile('customers', file);
    expect(await countMailsTo(file)).toBe(0);
    expect(await server.operator.imports.invite({ id })).toMatchObject({ invites: true });
    await until(async () => (await countMailsTo(file)) === 2);
    await expect(server.operator.imports.invite({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    const second = customerFile('I-3');
    const other = await upload('customers', second);
    await activate(other.id, true);
    await until(async () => (await countMailsTo(second)) === 1);
    expect(await countMailsTo(file)).toBe(2);
  });

  it('settles a line that another import created meanwhile', async () => {
    const [first, second] = [
      await upload('customers', 'reference,name,email\nM-1,Ada,m1@imported.example\n'),
      await upload('customers', 'reference;name;email\nM-1;Ada;m1@imported.example\nM-2;Bob;m2@imported.example\n'),
    ];
    await activate(first.id);
    await complete(first.id);
    await activate(second.id);
    await complete(second.id);
    expect(await show(second.id)).toMatchObject({ imported: 1, unchanged: 1, failed: 0 });
    expect(await accountsNamed('m1@imported.example')).toHaveLength(1);
  });
});

it('reports a line that fails, creates the others, and retries', async () => {
  const [first, second] = [
    await upload('customers', 'reference,name,email\nF-1,Ada,f1@imported.example\n'),
    await upload('customers', 'reference,name,email\nF-1,Other,f1@imported.example\nF-2,Bob,f2@imported.example\n'),
  ];
  await activate(first.id);
  await complete(first.id);
  await activate(second.id);
  await complete(second.id);
  expect(await show(second.id)).toMatchObject({ imported: 1, failed: 1 });
  const [failed] = await linesOf(second.id);
  expect(failed).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('imported before with other data'),
  });
  await server.hostler.db.write(() => FORGET.run({}));
  await activate(second.id);
  await complete(second.id);
  expect(await show(second.id)).toMatchObject({ imported: 2, failed: 0 });
  expect((await linesOf(second.id)).map(({ account_name }) => account_name)).toEqual(['Other', 'Bob']);
});

describe('staff', () => {
  it('switch on or discard an import once', async () => {
    const [one, two] = [await upload('customers', customerFile('O-1')), await upload('customers', customerFile('O-2'))];
    const results = await Promise.allSettled([activate(one.id), activate(one.id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await complete(one.id);
    await expect(server.operator.imports.discard({ id: one.id })).rejects.toMatchObject({
      message: expect.stringContaining('switched on already'),
    });
    expect(await server.operator.imports.discard({ id: two.id })).toMatchObject({ status: 'discarded' });
    await expect(server.operator.imports.discard({ id: two.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(activate(two.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await server.runUpkeep('imports.forget-lines');
    expect(await linesOf(two.id)).toEqual([]);
    expect(await linesOf(one.id)).toHaveLength(1);
    expect(await accountsNamed('Name O-2')).toEqual([]);
  });

  it('of the roles owner and billing import over the operator API, with a CSV of the report', async () => {
    const [billing, support] = [await signInStaff(server, 'billing'), await signInStaff(server, 'support')];
    const file = bytes(`${customerFile('H-1')}H-2,=cmd,\n`).toString('base64');
    expect((await support.post('/imports', { kind: 'customers', file })).status).toBe(403);
    const made = await billing.post<Import>('/imports', { kind: 'customers', file, name: 'old.csv' });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { name: 'old.csv', new: 1, wrong: 1, created_by: billing.email } },
    });
    const { id } = made.body.data;
    const wrong = await billing.get<ImportLine[]>(`/imports/lines?id=${id}&status=wrong`);
    expect(wrong.body.data).toMatchObject([{ line: 3, reference: 'H-2' }]);
    expect((await billing.get('/imports/template?kind=balances')).body.data).toMatchObject({ name: 'balances.csv' });
    expect((await billing.post(`/imports/activate?id=${id}`)).status).toBe(409);
    expect((await billing.post(`/imports/discard?id=${id}`)).status).toBe(200);
    expect((await billing.get('/imports/show?id=999999')).status).toBe(404);
  });
});

describe('a large file', () => {
  const COUNT = 1_200;
  const makeFile = (of: string) =>
    `reference,name,email\n${Array.from({ length: COUNT }, (_, n) => `${of}-${n},Customer ${n},${of}${n}@many.example`).join('\n')}\n`;

  it('continues where a killed process stopped', async () => {
    const { id } = await upload('customers', makeFile('k'));
    const job = server.hostler.jobs.find(({ kind }) => kind === 'imports.apply');
    const before = await countAll();
    const abort = new AbortController();
    let transactions = 0;
    const write = server.hostler.db.write.bind(server.hostler.db);
    server.hostler.db.write = ((body: Parameters<typeof write>[0]) => {
      if (++transactions > 20) abort.abort(new Error('killed'));
      return write(body);
    }) as typeof write;
    await server.hostler.db.write(() => ACTIVATE.run({ id }));
    const work = { payload: { importId: id }, signal: abort.signal } as unknown as JobWork;
    await expect(job?.run(work)).rejects.toThrow('killed');
    server.hostler.db.write = write;
    const half = await show(id);
    expect(half).toMatchObject({ status: 'activating' });
    expect(half.imported).toBeGreaterThan(0);
    expect(half.imported).toBeLessThan(COUNT);
    await server.hostler.db.write(() => BACK.run({ id }));
    await activate(id);
    await complete(id);
    expect(await show(id)).toMatchObject({ imported: COUNT, failed: 0, unchanged: 0 });
    expect((await countAll())?.accounts).toBe((before?.accounts ?? 0) + COUNT);
  });

  it('has no effect if its upload is interrupted, and can be uploaded again', async () => {
    const file = makeFile('u');
    const write = server.hostler.db.write.bind(server.hostler.db);
    let transactions = 0;
    server.hostler.db.write = ((body: Parameters<typeof write>[0]) => {
      if (++transactions > 2) return Promise.reject(new Error('killed'));
      return write(body);
    }) as typeof write;
    await expect(upload('customers', file)).rejects.toThrow('killed');
    server.hostler.db.write = write;
    const [stuck] = await server.operator.imports.list({ limit: 1 });
    expect(stuck).toMatchObject({ status: 'checking' });
    await expect(upload('customers', file)).rejects.toMatchObject({
      message: expect.stringContaining('being checked'),
    });
    await expect(activate(stuck?.id ?? 0)).rejects.toMatchObject({ code: 'CONFLICT' });
    server.clock.advance(2 * 60_000);
    expect(await upload('customers', file)).toMatchObject({ lines: COUNT, new: COUNT });
    expect((await show(stuck?.id ?? 0)).status).toBe('discarded');
  });
});

const ACTIVATE = sql<{ id: number }>(`update imports set status = 'activating' where id = :id`);
const BACK = sql<{ id: number }>(`update imports set status = 'checked' where id = :id`);
const FORGET = sql(`delete from import_records where reference = 'F-1'`);
