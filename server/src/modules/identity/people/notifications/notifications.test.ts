import { sql } from '@hostler/database';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAIL_BOUNDS } from '#kernel/mail/mailer.ts';
import { HOUR } from '#kernel/time.ts';

let server: TestServer;
let people: ReturnType<typeof peopleOf>;
const MAILS = sql<{ recipient: string }, { kind: string }>(
  'select kind from mails where recipient = :recipient order by id',
);

beforeAll(async () => {
  server = await startTestServer();
  people = peopleOf(server);
  return server.stop;
});

const mailsTo = async (recipient: string) =>
  (await server.hostler.db.read(MAILS.all({ recipient }))).map(({ kind }) => kind);
const subjectOf = async (to: string, subject: string) =>
  untilMail(server.dataDir, to, (mail) => mail.subject === subject);
const makeServer = (account_id: number, hostname = 'web.example.com') =>
  server.finish(server.operator.hosting.create({ account_id, hostname }));

describe('the mail settings of a person', () => {
  it('are all on by default, and turning one off leaves the others on', async () => {
    const { panel, accountId } = await people.owner();
    const all = {
      ticket_answered: true,
      server_ready: true,
      suspension_lifted: true,
      backup_failed: true,
      certificate_failed: true,
    };
    expect((await panel.get(`/notifications?account_id=${accountId}`)).body.data).toEqual(all);
    const changed = await panel.post('/notifications', { account_id: accountId, backup_failed: false });
    expect(changed.body.data).toEqual({ ...all, backup_failed: false });
  });
});

describe('mail about a server', () => {
  it('is sent to people with access to servers when a server is ready, with its addresses', async () => {
    const { accountId, person } = await people.owner();
    const reader = await people.member(accountId, { scopes: 'hosting.read' });
    const other = await people.member(accountId, { scopes: 'billing.read' });
    const off = await people.member(accountId, { scopes: 'hosting.read' });
    await off.panel.post('/notifications', { account_id: accountId, server_ready: false });
    const { id } = await makeServer(accountId);
    const mail = await subjectOf(reader.person.email, 'Your server web.example.com is ready');
    expect(mail.text).toContain(`/servers/${id}`);
    expect(mail.text).toContain('/account/notifications');
    expect(mail.text).toMatch(/Addresses: \d+\.\d+/);
    expect(await mailsTo(person.email)).toEqual(['server-ready']);
    expect([...(await mailsTo(other.person.email)), ...(await mailsTo(off.person.email))]).toEqual([]);
  });

  it('is sent when the last suspension is lifted, and says whether the server is running', async () => {
    const { accountId, person } = await people.owner();
    const { id } = await makeServer(accountId, 'paid.example.com');
    await server.finish(server.operator.hosting.suspend({ id, cause: 'payment', reason: 'Unpaid.' }));
    await server.operator.hosting.suspend({ id, cause: 'abuse', reason: 'Spam.' });
    await server.operator.hosting.unsuspend({ id, cause: 'payment' });
    expect(await mailsTo(person.email)).toEqual(['server-ready']);
    await server.finish(server.operator.hosting.unsuspend({ id, cause: 'abuse' }));
    const mail = await subjectOf(person.email, 'Your server paid.example.com is no longer suspended');
    expect(mail.text).toContain('It is running again.');
    expect(await mailsTo(person.email)).toEqual(['server-ready', 'suspension-lifted']);
  });

  it('is not sent if a server is suspended again before it runs', async () => {
    const { accountId, person } = await people.owner();
    const { id } = await makeServer(accountId);
    await server.finish(server.operator.hosting.suspend({ id }));
    const lifted = server.operator.hosting.unsuspend({ id });
    await lifted;
    await server.finish(server.operator.hosting.suspend({ id, cause: 'legal', reason: 'A court said so.' }));
    expect(await mailsTo(person.email)).toEqual(['server-ready']);
  });

  it('is limited per inbox, and leaves room for ticket replies', async () => {
    const { accountId, person } = await people.owner();
    server.clock.advance(HOUR);
    const { id } = await makeServer(accountId);
    for (let nth = 0; nth < MAIL_BOUNDS.statusPerHour + 3; nth++) {
      await server.finish(server.operator.hosting.suspend({ id }));
      await server.finish(server.operator.hosting.unsuspend({ id }));
    }
    expect(await mailsTo(person.email)).toHaveLength(MAIL_BOUNDS.statusPerHour);
    const { key } = await server.createKey(accountId, 'live');
    const ticket = await server.post('/tickets', key, { subject: 'Help', message: 'Slow.' });
    await server.operator.tickets.reply({ id: ticket.body.data.id, message: 'Restart it.' });
    expect((await mailsTo(person.email)).at(-1)).toBe('ticket-answered');
  });

  it('is not sent for actions of a test key', async () => {
    const { accountId, person } = await people.owner();
    const { id } = await makeServer(accountId);
    const { key } = await server.createKey(accountId, 'test');
    expect((await server.post(`/hosting/restart?id=${id}`, key)).status).toBe(202);
    expect(await mailsTo(person.email)).toEqual(['server-ready']);
  });
});

describe('mail about a payment', () => {
  it('is sent once per payment, to the invoice address and to people who may read billing', async () => {
    const { accountId, person } = await people.owner();
    const reader = await people.member(accountId, { scopes: 'billing.read' });
    const other = await people.member(accountId, { scopes: 'hosting.read' });
    await reader.panel.post('/notifications', { account_id: accountId, payment_received: false });
    const payment = { key: `bank:${accountId}`, invoiceId: null, amount: 1250, currency: 'EUR', method: 'transfer' };
    const record = () => {
      const now = server.clock.now();
      const { payments } = server.hostler.customer;
      return server.hostler.db.write(() => payments.record(accountId, { ...payment, receivedAt: now }, now));
    };
    await Promise.all([record(), record()]);
    const subject = 'We received your payment of €12.50';
    expect((await subjectOf(person.email, subject)).text).toContain('It pays your open invoices first.');
    await subjectOf(reader.person.email, subject);
    expect(await mailsTo(person.email)).toEqual(['payment-received']);
    expect(await mailsTo(reader.person.email)).toEqual(['payment-received']);
    expect(await mailsTo(other.person.email)).toEqual([]);
  });
});
