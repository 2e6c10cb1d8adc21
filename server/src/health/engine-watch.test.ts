import { type Query, sql } from '@hostler/database';
import { PASSWORD_HASH } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeEach, expect, it } from 'vitest';
import type { NewStaffMail } from '#kernel/mail/staff-mail.ts';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { watchEngines } from './engine-watch.ts';

const AWAY = {
  HOSTLER_DNS_ENGINE: 'powerdns',
  HOSTLER_POWERDNS_URL: 'http://127.0.0.1:1',
  HOSTLER_POWERDNS_KEY: 'key',
};
const MAILS = sql<object, { subject: string }>(`select subject from mails where kind = 'engine-away'`);

function* nothing(): Query<void> {}

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: AWAY, byHand: ['engines.watch'] });
  server.clock.standStill();
  const staff = { email: 'tech@example.com', name: 'Tech', role: 'technician', password_hash: PASSWORD_HASH };
  await server.operator.people.createStaff(staff);
  return server.stop;
});

/** Runs the check after some time, and returns the subjects of all mails. */
async function look(after: number): Promise<string[]> {
  server.clock.advance(after);
  await server.runUpkeep('engines.watch');
  return (await server.hostler.db.read(MAILS.all({}))).map(({ subject }) => subject);
}

it('tells staff once about an engine that does not answer for a minute', async () => {
  expect(await look(0)).toEqual([]);
  expect(await look(30 * SECOND)).toEqual([]);
  expect(await look(30 * SECOND)).toEqual(['The engine dns does not answer']);
  for (let minutes = 0; minutes < 64; minutes += 4) expect(await look(4 * MINUTE)).toHaveLength(1);
});

it('counts anew after Hostler was off', async () => {
  expect(await look(0)).toEqual([]);
  expect(await look(HOUR)).toEqual([]);
  expect(await look(MINUTE)).toHaveLength(1);
});

it('tells again about a second outage in another hour', async () => {
  let reachable = false;
  const check = async () => ({ reachable, version: null, detail: null, advice: null });
  const told: string[] = [];
  const staffMail = {
    *toStaff({ cause }: NewStaffMail): Query<void> {
      told.push(cause);
      yield* nothing();
    },
  };
  const { run } = watchEngines({ db: server.hostler.db, parts: [{ name: 'vps', check }], staffMail });
  let now = 0;
  const lookAfter = (ms: number) => {
    now += ms;
    return run(now);
  };
  await lookAfter(0);
  await lookAfter(MINUTE);
  reachable = true;
  await lookAfter(HOUR);
  reachable = false;
  await lookAfter(MINUTE);
  expect(told).toEqual(['vps away in hour 0']);
  await lookAfter(MINUTE);
  expect(told).toEqual(['vps away in hour 0', 'vps away in hour 1']);
});
