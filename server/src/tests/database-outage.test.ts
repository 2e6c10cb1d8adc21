import { keepLog } from '@hostler/testing/log-lines.ts';
import { openRelay, type Relay } from '@hostler/testing/receivers/relay.ts';
import { startReceiver } from '@hostler/testing/receivers/webhook-receiver.ts';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { startTestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { describe, expect, it } from 'vitest';

/** Connections that the loops of the server try to open until all of them have failed several times. */
const MANY = 60;

describe.runIf(runsOnPostgres)('a PostgreSQL outage', () => {
  it('is logged once when it begins and once when it ends, whatever runs meanwhile', async () => {
    const { log, lines } = keepLog();
    let relay: Relay | undefined;
    const receiver = await startReceiver();
    const server = await startTestServer({
      log,
      env: { HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' },
      connectVia: async (url) => {
        relay = await openRelay(url);
        return relay.url;
      },
    });
    const read = () =>
      lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg !== 'request');
    try {
      const account = await server.createAccount();
      await server.operator.webhooks.create({ account_id: account.id, url: receiver.url, events: ['ticket.created'] });
      expect((await server.get('/tickets', account.live)).status).toBe(200);
      const before = read().length;

      relay?.cut();
      const { status, body } = await server.get('/hosting', account.live);
      expect([status, body.error]).toEqual([500, expect.objectContaining({ code: 'INTERNAL_ERROR' })]);
      expect(body.error.message).toContain('does not answer');
      await until(async () => (relay?.countRefused() ?? 0) >= MANY);
      expect(read().slice(before)).toMatchObject([{ level: 40, engine: 'database', msg: 'outage began' }]);

      relay?.mend();
      const ticket = { subject: 'Back', message: 'Again', department: 'support' };
      await until(async () => (await server.post('/tickets', account.live, ticket)).status === 201);
      await until(async () => read().some(({ msg }) => msg === 'outage ended'));
      expect(
        read()
          .slice(before)
          .map(({ msg }) => msg),
      ).toEqual(['outage began', 'outage ended']);
      expect(lines.join()).not.toContain('"stack"');
      await receiver.until(1);
    } finally {
      await server.stop();
      await relay?.close();
      await receiver.close();
    }
  });
});
