import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestAccount, type TestServer } from '../../../test/server.ts';

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

  it('waits for the customer after staff answered, and for staff after the customer did', async () => {
    const { body } = await server.post<{ id: number }>('/tickets', account.live, {
      subject: 'Who',
      message: 'is next?',
    });
    const { id } = body.data;
    await server.run('ticket reply', { id, message: 'You are.' });
    expect((await server.get(`/tickets/show?id=${id}`, account.live)).body.data).toMatchObject({ status: 'answered' });
    expect((await server.post('/tickets/reply', account.live, { id, message: 'No, you.' })).status).toBe(201);
    const shown = await server.get<{ messages: unknown[] }>(`/tickets/show?id=${id}`, account.live);
    expect(shown.body.data).toMatchObject({ status: 'customer_reply' });
    expect(shown.body.data.messages).toMatchObject([
      { author_type: 'customer', message: 'is next?' },
      { author_type: 'staff', message: 'You are.' },
      { author_type: 'customer', message: 'No, you.' },
    ]);
  });

  it('takes nothing more once it is closed', async () => {
    const { body } = await server.post<{ id: number }>('/tickets', account.live, { subject: 'Done', message: 'soon' });
    const { id } = body.data;
    expect((await server.post(`/tickets/close?id=${id}`, account.live)).body.data).toMatchObject({ status: 'closed' });
    for (const path of [`/tickets/close?id=${id}`, `/tickets/reply?id=${id}`]) {
      const refused = await server.post(path, account.live, { message: 'One more thing' });
      expect(refused.status).toBe(409);
      expect(refused.body.error.code).toBe('TICKET_CLOSED');
    }
  });

  it('moves between the totals of its statuses', async () => {
    const other = await server.createAccount();
    const ids: number[] = [];
    for (let count = 0; count < 3; count++) {
      const { body } = await server.post<{ id: number }>('/tickets', other.live, {
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
