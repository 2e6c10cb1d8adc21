import type { Attack, Field } from '../attack.ts';

const BACKUPS = 200;
const SLOW_RECEIVERS = 50;
const SLOW_MS = 13_500;
const POLLS = 500;
const BACKUPS_BEFORE_POLLS = 60;

let slowWebhookId = 0;
let polledActionId = 0;

function queueBackup({ client, hostile }: Field, turn: number): Promise<number> {
  const hosting_id = hostile.hostingIds[turn % hostile.hostingIds.length];
  return client.make({ path: '/backups', key: hostile.liveKey, body: JSON.stringify({ hosting_id }) }, 'action_id');
}

async function makeSlowReceivers({ client, hostile, receiverPort }: Field, count: number): Promise<number> {
  let last = 0;
  for (let number = 1; number <= count; number++) {
    const url = `http://127.0.2.${number}:${receiverPort}/slow/${SLOW_MS}`;
    const body = JSON.stringify({ url, events: ['*'] });
    last = (await client.make({ path: '/webhooks', key: hostile.testKey, body })) || last;
  }
  return last;
}

/** Attacks by a customer who makes others wait: for a worker slot, for the queue, for a connection. */
export const WAITING: readonly Attack[] = [
  { name: `${BACKUPS} backups in the queue`, lanes: 4, turns: BACKUPS, strike: queueBackup },
  {
    name: `test key: ${SLOW_RECEIVERS} receivers that answer after ${SLOW_MS / 1000} s`,
    lanes: 4,
    turns: 40,
    prepare: async (field) => {
      await makeSlowReceivers(field, SLOW_RECEIVERS);
    },
    strike: ({ client, hostile }) =>
      client.send({ path: '/tickets', key: hostile.testKey, body: '{"subject":"Slow","message":"Slow."}' }),
  },
  {
    name: 'test key: tests of a slow receiver, side by side',
    lanes: 100,
    prepare: async (field) => {
      slowWebhookId = await makeSlowReceivers(field, 1);
    },
    strike: ({ client, hostile }) =>
      client.send({ path: `/webhooks/test?id=${slowWebhookId}`, key: hostile.testKey, body: '{}' }),
  },
  {
    name: 'redeliver with since, over and over',
    lanes: 4,
    strike: ({ client, hostile }) =>
      client.send({ path: '/webhooks/redeliver', key: hostile.liveKey, body: '{"since":1}' }),
  },
  {
    name: `${POLLS} long polls`,
    lanes: POLLS,
    prepare: async (field) => {
      for (let turn = 0; turn < BACKUPS_BEFORE_POLLS; turn++)
        polledActionId = (await queueBackup(field, turn)) || polledActionId;
    },
    strike: ({ client, hostile }) =>
      client.send({ path: `/actions/show?id=${polledActionId}&wait=30`, key: hostile.liveKey }),
  },
];
