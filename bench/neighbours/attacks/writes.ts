import type { Attack } from '../attack.ts';
import { fillWithItems, NEW_TICKET, nest } from './bodies.ts';

const MANY_EVENTS = fillWithItems('{"url":"https://example.com/","events":[', ']}');
const DEEP_SUBJECT = nest('{"message":"Slow.","subject":', '}');
const PIPELINED = 100;
const MANY_RECORDS = JSON.stringify({
  records: Array.from({ length: 500 }, (_, n) => ({ name: `host-${n}`, type: 'TXT', content: 'a'.repeat(1_800) })),
});

let domainId = 0;

/** Attacks by a customer who writes as much as they can. */
export const WRITES: readonly Attack[] = [
  {
    name: 'test key: 1 MiB of events to /webhooks, Idempotency-Key',
    lanes: 2,
    strike: ({ client, hostile }, turn) =>
      client.send({ path: '/webhooks', key: hostile.testKey, body: MANY_EVENTS, idempotencyKey: `many-${turn}` }),
  },
  {
    name: 'test key: 1 MiB of nesting, Idempotency-Key',
    lanes: 2,
    strike: ({ client, hostile }, turn) =>
      client.send({ path: '/tickets', key: hostile.testKey, body: DEEP_SUBJECT, idempotencyKey: `deep-${turn}` }),
  },
  {
    name: 'test key: a flood of simulated restarts',
    lanes: 16,
    strike: ({ client, hostile }, turn) =>
      client.send({
        path: `/hosting/restart?id=${hostile.hostingIds[turn % hostile.hostingIds.length]}`,
        key: hostile.testKey,
        body: '{}',
      }),
  },
  {
    name: 'a flood of long tickets',
    lanes: 16,
    strike: ({ client, hostile }, turn) =>
      client.send({ path: '/tickets', key: hostile.liveKey, body: NEW_TICKET, idempotencyKey: `ticket-${turn}` }),
  },
  {
    name: 'pipelined writes',
    lanes: 4,
    strike: ({ client, hostile }) => {
      const body = JSON.stringify({ subject: 'Slow', message: 'Slow.' });
      const head = `POST /api/v1/tickets HTTP/1.1\r\nHost: a\r\nX-API-Key: ${hostile.liveKey}\r\n`;
      const whole = `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      return client.pipeline(Array<string>(PIPELINED).fill(whole));
    },
  },
  {
    name: 'a flood of token pairs',
    lanes: 8,
    strike: ({ client, hostile }) =>
      client.send({ path: '/auth/token', body: JSON.stringify({ api_key: hostile.liveKey }) }),
  },
  {
    name: '1 MiB of records, over and over',
    lanes: 2,
    prepare: async ({ client, hostile }) => {
      const body = '{"domain":"hostile-records.com"}';
      domainId = await client.make({ path: '/domains', key: hostile.liveKey, body });
    },
    strike: ({ client, hostile }) =>
      client.send({ path: `/domains/records?id=${domainId}`, key: hostile.liveKey, body: MANY_RECORDS }),
  },
];
