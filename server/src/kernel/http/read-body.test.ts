import { openPanel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { callOperatorApi, signInStaff } from '@hostler/testing/server/staff.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let account: TestAccount;

const TICKET = { subject: 'A', message: 'B' };
const SOURCE = { protocol: 'tcp', networks: ['192.0.2.0/24'], source: '198.51.100.0/24' };

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
  return server.stop;
});

const ignoredBy = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get('x-ignored-fields'),
];

describe('an unknown field of an operation of the specification', () => {
  it('is ignored, and the response names it, also if it is repeated for its Idempotency-Key', async () => {
    const sent = { ...TICKET, Priority: 'high', id: 5, 'x-y': 1, 'a\r\nb': 2, ['x'.repeat(65)]: 3 };
    for (const key of [account.live, account.test]) {
      for (const replayed of [null, 'true']) {
        const answer = await server.post('/tickets', key, sent, { 'idempotency-key': 'ignored' });
        expect([...ignoredBy(answer), answer.headers.get('idempotent-replayed')]).toEqual([
          201,
          'Priority, id',
          replayed,
        ]);
      }
    }
  });

  it('is named in a refusal, and at most ten are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`f${index}`, index]));
    const answer = await server.post('/tickets', account.live, { Subject: 'A', ...many });
    expect(ignoredBy(answer)).toEqual([422, 'Subject, f0, f1, f2, f3, f4, f5, f6, f7, f8']);
    expect(answer.body.error.details?.map(({ field }) => field)).toEqual(['subject', 'message']);
  });

  it('is not named if there is none, and an id is known under each of its names', async () => {
    const { body } = await server.post<{ id: number }>('/tickets', account.live, TICKET);
    const closed = await server.post('/tickets/close', account.live, { ticket_id: body.data.id });
    expect(ignoredBy(closed)).toEqual([200, null]);
  });
});

describe('an unknown field of another operation', () => {
  it('is ignored if the operation returns it, so that a record can be sent back as it was read', async () => {
    const { live } = await server.createAccount();
    const made = await server.post<Record<string, unknown>>('/firewalls', live, { name: 'Read back' });
    const { id, ...record } = made.body.data;
    const answer = await server.post(`/firewalls/update?id=${id}`, live, record);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    expect(answer.headers.get('x-ignored-fields')).toContain('status');
  });

  it('is refused from a key or its token, and the error names the nearest field', async () => {
    const issued = await server.post<{ access_token: string }>('/auth/token', undefined, { api_key: account.live });
    const body = { name: 'Web', inbound: [SOURCE], inbuond: [], outbound: [] };
    const bearer = { authorization: `Bearer ${issued.body.data.access_token}` };
    for (const answer of [
      await server.post('/firewalls', account.live, body),
      await server.post('/firewalls', account.test, body),
      await server.post('/firewalls', undefined, body, bearer),
    ]) {
      expect(ignoredBy(answer)).toEqual([422, null]);
      expect(answer.body.error).toEqual({
        code: 'VALIDATION_ERROR',
        message: 'Unknown field "source". Known fields: protocol, ports, networks, description.',
        reason: 'unknown_field_among',
        params: { field: 'source', known: 'protocol, ports, networks, description' },
        details: [
          { field: 'inbound[0].source', message: 'is not a known field.', reason: 'unknown_field' },
          {
            field: 'inbuond',
            message: 'is not a known field. Did you mean "inbound"?',
            reason: 'unknown_name_like',
            params: { nearest: 'inbound' },
          },
        ],
      });
    }
    expect((await server.get<unknown[]>('/firewalls', account.live)).body.data).toEqual([]);
  });

  it('is reported first, with all other mistakes', async () => {
    const { body } = await server.post('/firewalls', account.live, { nmae: 'Web' });
    expect(body.error.message).toBe('Unknown field "nmae". Did you mean "name"?');
    expect(body.error.details?.map(({ field, reason }) => [field, reason])).toEqual([
      ['nmae', 'unknown_name_like'],
      ['name', 'required'],
    ]);
  });

  it('is refused by an operation without fields', async () => {
    const { status, body } = await server.post('/hosting/start', account.live, { hosting_id: 1, force: true });
    expect([status, body.error.message]).toEqual([422, 'Unknown field "force". Known fields: none.']);
  });

  it('is named in a small response, however long its name is', async () => {
    const names = Array.from({ length: 80 }, (_, index) => `${index}\ud83d${'x'.repeat(9_000)}`);
    const sent = Object.fromEntries(names.map((name) => [name, 1]));
    const { status, body } = await server.post('/firewalls', account.live, sent);
    expect([status, body.error.details?.length]).toEqual([422, 50]);
    expect(JSON.stringify(body).length).toBeLessThan(10_000);
  });

  it('is ignored from a page of the panel, because an older server may receive it', async () => {
    const { panel, accountId } = await peopleOf(server).owner();
    const bearer = { authorization: `Bearer ${await panel.token(accountId)}` };
    const made = await server.post('/firewalls', undefined, { name: 'Web', colour: 'red', inbound: [SOURCE] }, bearer);
    expect(ignoredBy(made)).toEqual([201, 'colour, inbound.0.source']);
    const asked = await panel.post('/token', { account_id: accountId, environment: 'live', colour: 'red' });
    expect(ignoredBy(asked)).toEqual([200, 'colour']);
    const wrong = await openPanel(server).post('/sessions', { email: 'a@example.com', password: 'b', colour: 'red' });
    expect(ignoredBy(wrong)).toEqual([401, 'colour']);
  });

  it('is refused from an operator key and ignored from the console', async () => {
    const staff = await signInStaff(server, 'owner');
    const { key } = await server.operator.operatorKeys.create({ name: 'tests', role: 'owner' });
    const body = { name: 'S', prise: 900 };
    const refused = await callOperatorApi(server, 'POST', '/plans', { 'x-api-key': key }, body);
    expect([refused.status, refused.body.error.message]).toEqual([422, 'Unknown field "prise". Did you mean "price"?']);
    const made = await staff.post('/plans', { name: 'S', price: ['900'], colour: 'red' });
    expect(ignoredBy(made)).toEqual([201, 'colour']);
    const suspension = { id: account.id, reason: 'Unpaid.', cause: 'staff' };
    const suspended = await callOperatorApi(server, 'POST', '/accounts/suspend', { 'x-api-key': key }, suspension);
    expect([suspended.status, suspended.body.error]).toEqual([200, undefined]);
  });
});
