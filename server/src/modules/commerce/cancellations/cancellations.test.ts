import { secretIn, untilMail } from '@hostler/testing/server/mail.ts';
import { openPanel, PASSWORD_HASH } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayIn } from '#kernel/calendar.ts';
import { DAY, HOUR } from '#kernel/time.ts';

let server: TestServer;
let customers = 0;

beforeAll(async () => {
  server = await startTestServer();
  // Pauses of a second must not end because the machine is busy.
  server.clock.standStill();
  await server.operator.plans.create({ name: 'S', price: 990 });
  await server.operator.people.createStaff({
    email: 'staff@example.com',
    role: 'support',
    password_hash: PASSWORD_HASH,
  });
  return server.stop;
});

/** Creates a customer with a server, and the details they know of the contract. */
async function createCustomer() {
  const nth = ++customers;
  const [email, hostname] = [`jo${nth}@example.com`, `shop${nth}.example.com`];
  const owner = { email, name: `Jo Company ${nth}`, owner_name: `Jo Doe ${nth}`, password_hash: 'none' };
  const { id: account_id } = await server.operator.accounts.create(owner);
  const sold = await server.operator.subscriptions.create({ account_id, plan: 'S', hostname });
  const { id, invoice } = sold;
  await expect.poll(async () => (await show(account_id))?.status, { timeout: 60_000 }).toBe('active');
  return { account_id, id, said: { name: owner.owner_name, email, contract: hostname }, invoice };
}

const send = (what: 'cancel' | 'withdraw', body: object) =>
  openPanel(server).post<{ received_at: string }>(`/farewells/${what}`, body);
const object = (token: string) => openPanel(server).post('/farewells/object', { token });
const cancellationOf = async (email: string) =>
  (await server.operator.cancellations.list()).find((cancellation) => cancellation.email === email);
const outcomeOf = (email: string) => expect.poll(async () => (await cancellationOf(email))?.outcome ?? null);
const show = async (account_id: number) => (await server.operator.subscriptions.list({ account_id }))[0];
const ticketsOf = async (id: number) => {
  const { key } = await server.createKey(id, 'live');
  return (await server.get('/tickets', key)).body.data;
};
/** Clears the limits, so that one test does not make the next one wait. */
const rest = () => server.clock.advance(HOUR);

describe('a cancellation without signing in', () => {
  it('is set for the end of the period, is confirmed with the time by mail, and can be undone with one click', async () => {
    const { account_id, said } = await createCustomer();
    const { status, body } = await send('cancel', { ...said, name: ` ${said.name.toUpperCase()} ` });
    expect(status).toBe(200);
    const receipt = await untilMail(server.dataDir, said.email, ({ subject = '' }) => subject.startsWith('We have'));
    expect(receipt.text?.replaceAll(/\s+/g, ' ')).toContain(`Received: ${body.data.received_at}`);
    const notice = await untilMail(server.dataDir, said.email, ({ text = '' }) => text.includes('/farewells/object#'));
    const marked = await show(account_id);
    expect(marked).toMatchObject({ status: 'active', cancel_at_period_end: true });
    // The mail gives the day in the time zone of the seller, as the panel and invoices do.
    const end = dayIn('Europe/Berlin', Date.parse(marked?.ends_at ?? ''));
    expect(notice.text?.replaceAll(/\s+/g, ' ')).toContain(`It continues until ${end} and then ends.`);
    expect(await cancellationOf(said.email)).toMatchObject({
      outcome: 'marked',
      account_id,
      subscription_id: marked?.id,
    });

    const answers = await Promise.all([object(secretIn(notice)), object(secretIn(notice))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await show(account_id)).toMatchObject({ status: 'active', cancel_at_period_end: false });
    rest();
  });

  it('finds the contract by its number or by an invoice number', async () => {
    const [first, second] = [await createCustomer(), await createCustomer()];
    await send('cancel', { ...first.said, contract: `#${first.id}` });
    await send('cancel', { ...second.said, contract: second.invoice?.number.toLowerCase() });
    for (const { account_id, said } of [first, second]) {
      await outcomeOf(said.email).toBe('marked');
      expect(await show(account_id)).toMatchObject({ cancel_at_period_end: true });
    }
    rest();
  });

  it('returns the same response for every sender, and changes nothing if any detail does not match', async () => {
    const victim = await createCustomer();
    const other = await createCustomer();
    const wrong = [
      { ...victim.said, name: 'Somebody Else' },
      { ...victim.said, contract: String(other.id) },
      { ...victim.said, contract: other.invoice?.number ?? '' },
      { ...victim.said, contract: '%' },
      { ...victim.said, email: 'stranger@example.com' },
    ];
    for (const said of wrong) {
      const { status, body } = await send('cancel', said);
      expect({ status, body }).toEqual({
        status: 200,
        body: { success: true, data: { received_at: expect.any(String) } },
      });
    }
    await expect
      .poll(async () => {
        const mine = (await server.operator.cancellations.list()).slice(0, wrong.length);
        return mine.map(({ outcome }) => outcome);
      })
      .toEqual(wrong.map(() => 'unmatched'));
    for (const { account_id } of [victim, other]) {
      expect(await show(account_id)).toMatchObject({ cancel_at_period_end: false });
    }
    await untilMail(server.dataDir, 'staff@example.com', ({ text = '' }) => text.includes('Somebody Else'));
    rest();
  });

  it('also opens a ticket if it has an end date or a reason', async () => {
    const { account_id, said } = await createCustomer();
    await send('cancel', { ...said, when: '2099-12-31', reason: 'I move.' });
    await outcomeOf(said.email).toBe('marked');
    expect(await ticketsOf(account_id)).toMatchObject([
      { subject: `Cancellation of ${said.contract}`, status: 'open' },
    ]);
    await send('cancel', said);
    await outcomeOf(said.email).toBe('already');
    rest();
  });

  it('cannot be undone after 14 days', async () => {
    const { said } = await createCustomer();
    await send('cancel', said);
    const notice = await untilMail(server.dataDir, said.email, ({ text = '' }) => text.includes('/farewells/object#'));
    server.clock.advance(14 * DAY);
    expect((await object(secretIn(notice))).status).toBe(404);
  });

  it('is refused with an invalid date or an invalid email address', async () => {
    const said = { name: 'Jo', email: 'jo@example.com', contract: '1' };
    for (const [field, wrong] of [
      ['when', { when: 'soon' }],
      ['when', { when: '2026-13-45' }],
      ['email', { email: 'jo' }],
    ] as const) {
      const { status, body } = await send('cancel', { ...said, ...wrong });
      expect([status, body.error.details?.[0]?.field]).toEqual([422, field]);
    }
  });

  it('is rate limited with 429', async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 14; sent++) {
      statuses.push((await send('cancel', { name: 'Jo', email: `x${sent}@example.com`, contract: '1' })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    rest();
  });
});

it('a withdrawal without signing in opens a ticket and does not cancel the subscription', async () => {
  const { account_id, said } = await createCustomer();
  expect((await send('withdraw', said)).status).toBe(200);
  await outcomeOf(said.email).toBe('ticket');
  expect(await ticketsOf(account_id)).toMatchObject([{ subject: `Withdrawal of ${said.contract}`, status: 'open' }]);
  expect(await show(account_id)).toMatchObject({ cancel_at_period_end: false });
});

it('a receipt for a declaration that matches a contract quotes the declaration', async () => {
  const { said } = await createCustomer();
  await send('withdraw', { ...said, reason: 'I move to another town.' });
  const receipt = await untilMail(server.dataDir, said.email, ({ subject = '' }) => subject.includes('withdrawal'));
  expect(receipt.text).toContain('I move to another town.');
});

it('a name that contains a link is refused', async () => {
  const { status, body } = await send('cancel', { name: 'www.evil.example', email: 'jo@example.com', contract: '1' });
  expect([status, body.error.details]).toEqual([
    422,
    [{ field: 'name', message: 'must not contain :// or www.', reason: 'contains_link' }],
  ]);
});

it('a receipt for an unmatched declaration quotes none of its text, and links to the stored declaration', async () => {
  const said = { name: 'Buy Cheap Pills', email: 'victim@example.com', contract: 'see pills.example' };
  const { received_at } = (await send('cancel', { ...said, reason: 'Call +49 900 1234 now' })).body.data;
  const receipt = await untilMail(server.dataDir, said.email);
  for (const typed of ['Pills', 'pills.example', '+49 900']) {
    expect(`${receipt.subject} ${receipt.text} ${receipt.html}`).not.toContain(typed);
  }
  expect(receipt.text).toContain('cancellation');
  expect(receipt.text?.replaceAll(/\s+/g, ' ')).toContain(received_at);
  const token = secretIn(receipt);
  const show = (secret: string) => openPanel(server).post('/farewells/declaration', { token: secret });
  expect((await show(token)).body.data).toEqual({
    kind: 'cancel',
    ...said,
    reason: 'Call +49 900 1234 now',
    wished_end: null,
    received_at,
  });
  expect((await show(`${token}x`)).status).toBe(404);
  server.clock.advance(365 * DAY);
  expect((await show(token)).status).toBe(404);
});
