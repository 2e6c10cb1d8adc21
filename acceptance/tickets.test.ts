import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiData, Ticket } from '../testing/api-types.ts';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return world.close;
});

const post = <P extends string>(path: P, body?: unknown) =>
  world.client.post<ApiData<'POST', P>>(path, world.alpha.live, body);
const show = async (id: number) => (await world.client.get(`/tickets/show?id=${id}`, world.alpha.live)).body.data;

async function open(fields: object = {}): Promise<Ticket> {
  const { status, body } = await post('/tickets', { subject: 'Slow', message: 'Very.', ...fields });
  expect(status).toBe(201);
  return body.data;
}

describe('creating a ticket', () => {
  test('returns 201 with a message and the ticket, whose status is open', async () => {
    const { status, body } = await post('/tickets', {
      subject: 'The shop is slow',
      message: 'Since this morning.',
      priority: 'high',
      department: 'technical',
    });
    expect(status).toBe(201);
    expect(body.message).toEqual(expect.any(String));
    expect(body.data).toMatchObject({
      id: expect.any(Number),
      subject: 'The shop is slow',
      status: 'open',
      priority: 'high',
      department: 'technical',
      closed_at: null,
    });
  });

  test('uses the priority normal and the department general by default', async () => {
    expect(await open()).toMatchObject({ priority: 'normal', department: 'general' });
  });

  test('accepts only the priorities low, normal, high and urgent', async () => {
    for (const priority of ['low', 'normal', 'high', 'urgent']) {
      expect(await open({ priority })).toMatchObject({ priority });
    }
    for (const priority of ['extreme', 'HIGH', '', 1, null]) {
      const { status, body } = await post('/tickets', { subject: 'a', message: 'b', priority });
      expect([priority, status]).toEqual([priority, 422]);
      expect(body.error.details?.map(({ field }) => field)).toEqual(['priority']);
    }
  });

  test('requires a subject and a message', async () => {
    const { status, body } = await post('/tickets', {});
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error.details?.map(({ field }) => field).toSorted()).toEqual(['message', 'subject']);
  });

  test('limits the length of subject, message and department, counted in characters', async () => {
    await open({ subject: 'ü'.repeat(200), message: '🎉'.repeat(20_000), department: 'd'.repeat(64) });
    for (const fields of [
      { subject: 'x'.repeat(201) },
      { message: 'x'.repeat(20_001) },
      { department: 'x'.repeat(65) },
    ]) {
      const { status, body } = await post('/tickets', { subject: 'a', message: 'b', ...fields });
      expect(status).toBe(422);
      expect(body.error.details?.map(({ field }) => field)).toEqual(Object.keys(fields));
    }
  });

  test('keeps the text unchanged, in any language and with line breaks', async () => {
    const message = 'Zeile 1\nZeile 2\r\n\tZeile 3 — 日本語 🎉 <b>"quoted"</b> \\ % _ \u00a0';
    const subject = 'Größe "quoted" <b>日本語</b> 🎉';
    const ticket = await open({ subject, message });
    expect(await show(ticket.id)).toMatchObject({ subject, messages: [{ message }] });
  });

  test('refuses control characters, NUL and invalid surrogates', async () => {
    for (const bad of ['a\\u0000b', 'a\\u0007b', 'a\\ud800b', '\\udc00', 'a\\u001bb']) {
      for (const body of [`{"subject":"${bad}","message":"b"}`, `{"subject":"a","message":"${bad}"}`]) {
        const { status, body: answer } = await post('/tickets', body);
        expect([body, status, answer.error?.code]).toEqual([body, 422, 'VALIDATION_ERROR']);
      }
    }
    const broken = await post('/tickets', { subject: 'two\nlines', message: 'b' });
    expect(broken.status).toBe(422);
  });
});

describe('showing a ticket', () => {
  test('returns the ticket with its messages, oldest first', async () => {
    const { id } = await open({ message: 'First' });
    await post('/tickets/reply', { id, message: 'Second' });
    const shown = await show(id);
    expect(shown.messages.map(({ message }) => message)).toEqual(['First', 'Second']);
    expect(shown.messages[0]).toMatchObject({ author_type: 'customer', author_name: 'Alpha' });
    expect(shown.messages_total).toBe(2);
  });

  test('returns the latest hundred messages, and older ones before a given message', async () => {
    const { id } = await open({ message: 'Message 0' });
    for (let number = 1; number < 103; number++) await post('/tickets/reply', { id, message: `Message ${number}` });
    const newest = await show(id);
    expect(newest.messages.map(({ message }) => message)).toEqual(
      Array.from({ length: 100 }, (_, index) => `Message ${index + 3}`),
    );
    const { body } = await world.client.get(
      `/tickets/show?id=${id}&before=${newest.messages[0]?.id}`,
      world.alpha.live,
    );
    expect(body.data.messages.map(({ message }) => message)).toEqual(['Message 0', 'Message 1', 'Message 2']);
    expect(body.data.messages_total).toBe(103);
  });
});

describe('replying to a ticket', () => {
  test('returns 201 with the new message and its ticket', async () => {
    const { id } = await open();
    const { status, body } = await post(`/tickets/reply?id=${id}`, { message: 'More.' });
    expect(status).toBe(201);
    expect(body.message).toEqual(expect.any(String));
    expect(body.data).toMatchObject({ ticket_id: id, author_type: 'customer', message: 'More.' });
    expect(await show(id)).toMatchObject({ status: 'customer_reply' });
  });

  test('requires a message', async () => {
    const { id } = await open();
    for (const body of [{}, { message: '' }, { message: 7 }, { message: null }, { message: 'x'.repeat(20_001) }]) {
      const answer = await post(`/tickets/reply?id=${id}`, body);
      expect(answer.status).toBe(422);
      expect(answer.body.error.details?.map(({ field }) => field)).toEqual(['message']);
    }
    expect((await show(id)).messages).toHaveLength(1);
  });

  test('by staff sets the status to answered, and the customer sees it immediately', async () => {
    const { id } = await open();
    await show(id);
    await world.client.get('/tickets', world.alpha.live);
    await world.server.command('ticket', 'reply', '--id', id, '--message', 'We are on it.');
    const shown = await show(id);
    expect(shown.status).toBe('answered');
    expect(shown.messages.at(-1)).toMatchObject({ author_type: 'staff', message: 'We are on it.' });
    const { body } = await world.client.get('/tickets?status=answered', world.alpha.live);
    expect(body.data.map((ticket) => ticket.id)).toContain(id);
  });
});

describe('closing a ticket', () => {
  test('returns 200 with the closed ticket', async () => {
    const { id } = await open();
    const { status, body } = await post(`/tickets/close?id=${id}`);
    expect(status).toBe(200);
    expect(body.message).toEqual(expect.any(String));
    expect(body.data).toMatchObject({ id, status: 'closed', closed_at: expect.any(String) });
    expect(await show(id)).toMatchObject({ status: 'closed' });
  });

  test('is final: a reply or a second close returns 409 TICKET_CLOSED', async () => {
    const { id } = await open();
    await post(`/tickets/close?id=${id}`);
    for (const path of ['/tickets/reply', '/tickets/close']) {
      const { status, body } = await post(`${path}?id=${id}`, { message: 'Wait!' });
      expect([path, status, body.error.code]).toEqual([path, 409, 'TICKET_CLOSED']);
    }
    expect((await show(id)).messages).toHaveLength(1);
  });

  test('succeeds once for concurrent requests', async () => {
    const { id } = await open();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(`/tickets/close?id=${id}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
  });
});

describe('times', () => {
  test('are date-times with the offset +00:00 and without milliseconds', async () => {
    const { created_at, updated_at } = await open();
    for (const time of [created_at, updated_at]) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
      expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
    }
  });
});

describe('concurrent requests', () => {
  test('create all tickets, each with its own id', async () => {
    const before = await world.client.total('/tickets', world.alpha.live);
    const tickets = await Promise.all(Array.from({ length: 50 }, (_, number) => open({ subject: `Many ${number}` })));
    expect(new Set(tickets.map(({ id }) => id)).size).toBe(50);
    expect(await world.client.total('/tickets', world.alpha.live)).toBe(before + 50);
    expect(await world.client.total('/tickets?search=many', world.alpha.live)).toBe(50);
  });
});
