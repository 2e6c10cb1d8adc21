import { sql } from '@hostler/database';
import type { TicketWithMessages } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
});
afterAll(() => server.stop());

describe('a ticket', () => {
  it('is open when created, with the defaults filled in', async () => {
    const { status, body } = await server.post('/tickets', account.live, { subject: 'Slow', message: 'Very.' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ subject: 'Slow', status: 'open', priority: 'normal', department: 'general' });
  });

  it('is answered after a reply from staff, and customer_reply after a reply from the customer', async () => {
    const { body } = await server.post('/tickets', account.live, {
      subject: 'Who',
      message: 'is next?',
    });
    const { id } = body.data;
    await server.operator.tickets.reply({ id, message: 'You are.' });
    expect((await server.get(`/tickets/show?id=${id}`, account.live)).body.data).toMatchObject({ status: 'answered' });
    expect((await server.post('/tickets/reply', account.live, { id, message: 'No, you.' })).status).toBe(201);
    const shown = await server.get(`/tickets/show?id=${id}`, account.live);
    expect(shown.body.data).toMatchObject({ status: 'customer_reply' });
    expect(shown.body.data.messages).toMatchObject([
      { author_type: 'customer', message: 'is next?' },
      { author_type: 'staff', message: 'You are.' },
      { author_type: 'customer', message: 'No, you.' },
    ]);
  });

  it('accepts no reply and no second close once it is closed', async () => {
    const { body } = await server.post('/tickets', account.live, { subject: 'Done', message: 'soon' });
    const { id } = body.data;
    expect((await server.post(`/tickets/close?id=${id}`, account.live)).body.data).toMatchObject({ status: 'closed' });
    for (const path of [`/tickets/close?id=${id}`, `/tickets/reply?id=${id}`]) {
      const refused = await server.post(path, account.live, { message: 'One more thing' });
      expect(refused.status).toBe(409);
      expect(refused.body.error.code).toBe('TICKET_CLOSED');
    }
  });

  it('is counted in the totals of its status', async () => {
    const other = await server.createAccount();
    const ids: number[] = [];
    for (let count = 0; count < 3; count++) {
      const { body } = await server.post('/tickets', other.live, {
        subject: `T${count}`,
        message: 'm',
      });
      ids.push(body.data.id);
    }
    await server.post(`/tickets/close?id=${ids[0]}`, other.live);
    const total = async (query: string) => (await server.get(`/tickets${query}`, other.live)).body.meta.total;
    expect([await total(''), await total('?status=open'), await total('?status=closed')]).toEqual([3, 2, 1]);
  });
});

describe('a long ticket', () => {
  const MIB = 1024 * 1024;
  const ADD_MESSAGE = sql<{ id: number; message: string }>(
    `insert into ticket_messages (ticket_id, author_type, author_name, message, created_at)
     values (:id, 'customer', 'Customer', :message, 0)`,
  );
  const COUNT_MESSAGES = sql<{ id: number; count: number }>(
    'update tickets set messages_total = messages_total + :count where id = :id',
  );

  async function openWith(messages: string[]): Promise<number> {
    const [message, ...replies] = messages;
    const { body } = await server.post('/tickets', account.live, { subject: 'Long', message });
    const { id } = body.data;
    await server.hostler.db.write(function* () {
      for (const reply of replies) yield* ADD_MESSAGE.run({ id, message: reply });
      yield* COUNT_MESSAGES.run({ id, count: replies.length });
    });
    return id;
  }

  async function show(id: number, before?: number): Promise<TicketWithMessages & { bytes: number }> {
    const query = before === undefined ? '' : `&before=${before}`;
    const response = await fetch(`${server.url}/api/v1/tickets/show?id=${id}${query}`, {
      headers: { 'x-api-key': account.live },
    });
    const text = await response.text();
    return { ...(JSON.parse(text) as { data: TicketWithMessages }).data, bytes: Buffer.byteLength(text) };
  }

  /** Pages back to the first message, as the documentation describes. */
  async function showAll(id: number) {
    const answers = [await show(id)];
    for (let first = answers[0]?.messages[0]; first; ) {
      const older = await show(id, first.id);
      first = older.messages[0];
      answers.unshift(older);
    }
    return answers;
  }

  it('is shown with its newest 100 messages, oldest first; older messages are read with before', async () => {
    const texts = Array.from({ length: 230 }, (_, number) => `Message ${number}`);
    const id = await openWith(texts);
    const answers = await showAll(id);
    expect(answers.map(({ messages }) => messages.length)).toEqual([0, 30, 100, 100]);
    expect(answers.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual(texts);
    expect(new Set(answers.map(({ messages_total }) => messages_total))).toEqual(new Set([230]));
    const newest = answers.at(-1)?.messages.at(-1)?.id ?? 0;
    expect((await show(id, newest + 1)).messages).toHaveLength(100);
  });

  it('is shown in responses of at most 1 MiB, each with at least one message', async () => {
    for (const text of ['\u{1f389}'.repeat(9_990), '"\n'.repeat(9_990)]) {
      const texts = Array.from({ length: 60 }, (_, number) => `${number} ${text}`);
      const answers = await showAll(await openWith(texts));
      expect(answers.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual(texts);
      for (const { bytes } of answers) expect(bytes).toBeLessThanOrEqual(MIB);
    }
    const huge = await showAll(await openWith(['Short.', 'x'.repeat(600_000)]));
    expect(huge.map(({ messages }) => messages.length)).toEqual([0, 1, 1]);
  });

  it('is not shown to another customer or with an invalid before', async () => {
    const id = await openWith(['One', 'Two']);
    const other = await server.createAccount();
    expect((await server.get(`/tickets/show?id=${id}`, other.live)).status).toBe(404);
    for (const before of ['0', 'abc', '-1', '1&before=2']) {
      expect((await server.get(`/tickets/show?id=${id}&before=${before}`, account.live)).status).toBe(400);
    }
  });

  it('is included in events without its messages', async () => {
    const id = await openWith(['One', 'Two']);
    await server.post('/tickets/reply', account.live, { id, message: 'Three' });
    const events = await server.until('/events?type=ticket.replied&limit=1000', account.live, (found) =>
      found.some(({ data }) => data.id === id),
    );
    const { data } = events.find((event) => event.data.id === id) ?? {};
    expect(data).toMatchObject({ id, reply: { message: 'Three' } });
    expect(data).not.toHaveProperty('messages');
    expect(JSON.stringify(data)).not.toContain('Two');
  });
});
