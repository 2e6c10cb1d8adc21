import { sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTicketService } from './service.ts';

const LONG = 'ä'.repeat(10_000);
const BYTES = 2 * 10_000 + 1_024;
const REFUSAL =
  'This account has reached its limit of 61.6 KiB of messages in tickets (ticket_bytes). Write to your provider in another way, or ask for a higher limit.';

/** Counts existing rows as the migration does. */
const RECOUNT = sql<{ account_id: number }, { bytes: number }>(
  `select sum(octet_length(message) + 1024) as bytes
   from tickets join ticket_messages on ticket_id = tickets.id where account_id = :account_id`,
);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

const open = (key: string) => server.post('/tickets', key, { subject: 'Long', message: LONG });
const reply = (key: string, id: number) => server.post('/tickets/reply', key, { id, message: LONG });

async function readUse(owner: TestAccount) {
  const me = await server.get('/auth/me', owner.live);
  return me.body.data.limits.ticket_bytes;
}

/** Returns an account with room for three messages, all used by a closed and an open ticket. */
async function fill(): Promise<{ owner: TestAccount; id: number }> {
  const owner = await server.createAccount();
  await server.operator.limits.change({ account_id: owner.id, limits: { ticket_bytes: 3 * BYTES } });
  const closed = (await open(owner.live)).body.data.id;
  await reply(owner.live, closed);
  expect((await server.post('/tickets/close', owner.live, { id: closed })).status).toBe(200);
  const { status, body } = await open(owner.live);
  expect(status).toBe(201);
  return { owner, id: body.data.id };
}

describe('the ticket_bytes limit of an account', () => {
  it('counts closed tickets too, and refuses new tickets and replies', async () => {
    const { owner, id } = await fill();
    for (const refused of [await open(owner.live), await reply(owner.live, id), await open(owner.test)]) {
      expect([refused.status, refused.body.error.code]).toEqual([409, 'QUOTA_EXCEEDED']);
      expect(refused.body.error.message).toBe(REFUSAL);
    }
    expect(await readUse(owner)).toEqual({ limit: 3 * BYTES, used: 3 * BYTES });
    expect(await server.hostler.db.read(RECOUNT.one({ account_id: owner.id }))).toEqual({ bytes: 3 * BYTES });
  });

  it('does not prevent staff from replying, or the customer from closing a ticket', async () => {
    const { owner, id } = await fill();
    await server.operator.tickets.reply({ id, message: LONG });
    expect((await readUse(owner))?.used).toBe(4 * BYTES);
    expect((await server.post('/tickets/close', owner.live, { id })).status).toBe(200);
  });

  it('prevents the service itself from opening tickets', async () => {
    const { owner } = await fill();
    const { notify } = createTicketService({ departments: [], brand: { productName: 'Hostler' } });
    await server.hostler.db.write(() => notify(owner.id, { subject: 'Note', message: 'Well.' }, server.clock.now()));
    expect((await server.get('/tickets', owner.live)).body.meta.total).toBe(2);
  });

  it('does not count tickets of the sandbox', async () => {
    const { owner } = await fill();
    await server.operator.limits.change({ account_id: owner.id, limits: { ticket_bytes: 4 * BYTES } });
    for (let times = 0; times < 3; times++) expect((await open(owner.test)).status).toBe(201);
    expect((await readUse(owner))?.used).toBe(3 * BYTES);
  });
});
