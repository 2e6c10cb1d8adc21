import { sql } from '@hostler/database';
import type { Ticket, TicketReply } from '@hostler/testing/api-types.ts';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { PASSWORD_HASH, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';

let server: TestServer;
const STAFF = 'staff@example.com';
const MAILS = sql<{ recipient: string }, { kind: string }>('select kind from mails where recipient = :recipient');
const CONTENTS = sql<{ recipient: string }, { content: string | null }>(
  'select content from mails where recipient = :recipient order by id',
);

beforeAll(async () => {
  server = await startTestServer();
  server.clock.standStill();
  await server.operator.people.createStaff({ email: STAFF, role: 'support', password_hash: PASSWORD_HASH });
  return server.stop;
});
/** Advances the clock, so that the mail of one test does not delay the next. */
beforeEach(() => server.clock.advance(60 * MINUTE));

const countMails = async (recipient: string) => (await server.hostler.db.read(MAILS.all({ recipient }))).length;
const tell = () => server.runUpkeep('tickets.tell-staff');
const open = async (key: string, body: object) =>
  (await server.post('/tickets', key, { subject: 'Slow', message: 'It is slow.', ...body })).body.data.id;

describe('mail about tickets', () => {
  it('notifies staff of a new ticket and of a reply, with the text and without links of the customer', async () => {
    const { key } = await server.createKey((await server.createAccount()).id, 'live');
    const id = await open(key, { subject: 'Very slow', message: 'See <a href="https://evil.example">this</a>' });
    await tell();
    const mail = await untilMail(server.dataDir, STAFF, ({ subject }) => subject === `New ticket ${id}: Very slow`);
    expect(mail.text).toContain('See <a href="https://evil.example">this</a>');
    expect(mail.html).not.toContain('<a href="https://evil.example"');
    server.clock.advance(5 * MINUTE);
    await server.post('/tickets/reply', key, { id, message: 'Still slow.' });
    await tell();
    await untilMail(server.dataDir, STAFF, ({ subject, text = '' }) => {
      return subject === `Reply to ticket ${id}: Very slow` && text.includes('Still slow.');
    });
  });

  it('names the person who wrote, with the company, and a program by its company only', async () => {
    const { accountId, panel, person } = await peopleOf(server).owner('writer@example.com');
    const token = await panel.token(accountId);
    const headers = { authorization: `Bearer ${token}` };
    const body = { subject: 'From a person', message: 'It is slow.' };
    const opened = await server.request<Ticket>('POST', '/tickets', { headers, body });
    const { id } = opened.body.data;
    const { account_name } = await server.operator.tickets.show({ id });
    await tell();
    const mail = await untilMail(server.dataDir, STAFF, ({ subject }) => subject === `New ticket ${id}: From a person`);
    expect(mail.text?.replaceAll('\n', ' ')).toContain(
      `${person.name}, ${account_name} (account ${accountId}) opened a ticket:`,
    );
    const { key } = await server.createKey(accountId, 'live');
    const reply = await server.post('/tickets/reply', key, { id, message: 'By a program.' });
    expect(reply.body.data).toMatchObject({ author_name: account_name, author_person: null });
    const answer = { id, message: 'By me.' };
    const own = await server.request<TicketReply>('POST', '/tickets/reply', { headers, body: answer });
    expect(own.body.data).toMatchObject({ author_name: account_name, author_person: person.name });
    await server.operator.tickets.reply({ id, message: 'By support.' });
    const { messages } = (await server.get(`/tickets/show?id=${id}`, key)).body.data;
    expect(messages.map(({ author_person }) => author_person)).toEqual([person.name, null, person.name, null]);
    server.clock.advance(60 * MINUTE);
    await tell();
  });

  it('notifies people who can read tickets that support answered, unless they turned it off', async () => {
    const people = peopleOf(server);
    const { accountId, panel, person } = await people.owner();
    const reader = await people.member(accountId, { scopes: 'tickets.read' });
    const other = await people.member(accountId, { scopes: 'domains.read' });
    const { key } = await server.createKey(accountId, 'live');
    const id = await open(key, { subject: 'Help' });
    expect(
      (await panel.post('/notifications', { account_id: accountId, ticket_answered: false })).body.data,
    ).toMatchObject({
      ticket_answered: false,
    });
    await server.operator.tickets.reply({ id, message: 'Restart it.' });
    const mail = await untilMail(
      server.dataDir,
      reader.person.email,
      ({ subject }) => subject === 'Support answered: Help',
    );
    expect(mail.text).toContain('Restart it.');
    expect(mail.text).toContain(`/tickets/${id}`);
    expect(mail.text).toContain('/account/notifications');
    expect(await countMails(other.person.email)).toBe(0);
    expect(await countMails(person.email)).toBe(0);
    await panel.post('/notifications', { account_id: accountId, ticket_answered: true });
    await server.operator.tickets.reply({ id, message: 'And?' });
    expect(await countMails(person.email)).toBe(1);
  });

  it.each([
    ['en' as const, 'Replies to this e-mail are not read. To reply, open the ticket:', 'Open the ticket'],
    [
      'de' as const,
      'Antworten auf diese E-Mail werden nicht gelesen. Öffnen Sie das Ticket, um zu antworten:',
      'Ticket öffnen',
    ],
  ])(
    'says in %s, above the link to the ticket, that replies by mail are not read',
    async (language, sentence, label) => {
      const { accountId, person } = await peopleOf(server).owner();
      await server.operator.profiles.update({ account_id: accountId, language });
      const { key } = await server.createKey(accountId, 'live');
      const id = await open(key, { subject: `By mail in ${language}` });
      await server.operator.tickets.reply({ id, message: 'Restart it.' });
      const { text = '', html = '' } = await untilMail(
        server.dataDir,
        person.email,
        ({ subject }) => subject?.endsWith(`By mail in ${language}`) === true,
      );
      const lines = text.replaceAll('\n', ' ');
      expect(lines).toContain(`${sentence}  ${label}: http`);
      expect(lines).toMatch(new RegExp(`${label}: \\S+/tickets/${id} `));
      expect(html).toContain(sentence);
      expect(html.indexOf(`/tickets/${id}`)).toBeGreaterThan(html.indexOf(sentence));
    },
  );
});

describe('tickets on the command line', () => {
  it('are listed by status, text, account and department, page by page, and shown with their messages', async () => {
    const account = await server.createAccount();
    const { key } = await server.createKey(account.id, 'live');
    const first = await open(key, { subject: '100% slow', department: 'sales' });
    const second = await open(key, { subject: 'Fast' });
    await server.operator.tickets.reply({ id: second, message: 'Good.' });
    const list = async (...options: (string | number)[]) =>
      ((await server.run('ticket list', '--account', account.id, ...options)) as { id: number }[]).map(({ id }) => id);
    expect(await list()).toEqual([second, first]);
    expect(await list('--text', '0% S')).toEqual([first]);
    expect(await list('--text', '%')).toEqual([first]);
    expect(await list('--status', 'answered')).toEqual([second]);
    expect(await list('--department', 'sales')).toEqual([first]);
    expect(await list('--limit', 1)).toEqual([second]);
    expect(await list('--limit', 1, '--after', second)).toEqual([first]);
    expect(await server.run('ticket show', '--id', second)).toMatchObject({
      account_id: account.id,
      messages: [{ message: 'It is slow.' }, { message: 'Good.', author_type: 'staff' }],
    });
    await expect(server.run('ticket show', '--id', 999_999)).rejects.toThrow('not found');
  });
});

describe('mail to staff', () => {
  let still: TestServer;
  let mails: () => Promise<string[]>;
  const tellNow = () => still.runUpkeep('tickets.tell-staff');
  const write = async (accountId: number, environment: 'live' | 'test', subject: string) => {
    const { key } = await still.createKey(accountId, environment);
    return (await still.post('/tickets', key, { subject, message: 'It is slow.' })).status;
  };

  // Without a worker only the test sends mail to staff, so that mails can be counted.
  beforeAll(async () => {
    still = await startTestServer({ worker: false });
    still.clock.standStill();
    await still.operator.people.createStaff({ email: STAFF, role: 'support', password_hash: PASSWORD_HASH });
    const { db, vault } = still.hostler;
    mails = async () =>
      (await db.read(CONTENTS.all({ recipient: STAFF }))).map(({ content }) => vault.open(content ?? ''));
    return still.stop;
  });

  it('is one digest for all messages within 5 minutes, in which no account hides another', async () => {
    const [loud, quiet] = [await still.createAccount(), await still.createAccount()];
    for (let nth = 0; nth < 30; nth++) expect(await write(loud.id, 'live', `Loud ${nth}`)).toBe(201);
    await write(quiet.id, 'live', 'Quiet');
    await tellNow();
    await write(loud.id, 'live', 'Later');
    await tellNow();
    expect(await mails()).toEqual([expect.stringMatching(/31 new messages in tickets.*Quiet/s)]);
    still.clock.advance(5 * MINUTE);
    await tellNow();
    expect((await mails())[1]).toContain('Later');
  });

  it('is not sent for tickets opened with a test key', async () => {
    still.clock.advance(5 * MINUTE);
    const before = await mails();
    expect(await write((await still.createAccount()).id, 'test', 'Try')).toBe(201);
    await tellNow();
    expect(await mails()).toEqual(before);
  });
});
