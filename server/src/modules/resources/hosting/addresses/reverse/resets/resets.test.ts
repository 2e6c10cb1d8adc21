import { join } from 'node:path';
import { sql } from '@hostler/database';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { until } from '@hostler/testing/until.ts';
import { beforeAll, expect, it } from 'vitest';
import { createSimulatedDns } from '#engines/dns/simulated.ts';
import { failNext, listFaults } from '#engines/simulation/faults.ts';
import { DAY } from '#kernel/time.ts';

const ZONE = '100.51.198.in-addr.arpa';
/** The only address of its pool besides the gateway. */
const ADDRESS = '198.51.100.2';
const EMAIL = 'tech@example.com';
const WAITING = sql<object, { id: number }>(
  `select id from jobs where kind in ('hosting.reverse', 'hosting.reset-reverse')`,
);

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ byHand: ['hosting.retry-reverse-resets'] });
  account = await server.createAccount();
  const pool = ['--network', '198.51.100.0/30', '--gateway', '198.51.100.1', '--region', 'r'];
  await server.run('address pool create', ...pool);
  const staff = { email: EMAIL, name: 'Tech', role: 'technician', password_hash: 'x' } as const;
  await server.operator.people.createStaff(staff);
  return server.stop;
});

const faults = () => join(server.dataDir, 'simulated', 'dns');
const dns = () => createSimulatedDns({ dir: faults() });
const listPtr = async () => (await dns().readZone(ZONE))?.records.map(({ content }) => content) ?? [];
const create = () => server.operator.hosting.create({ account_id: account.id, hostname: 'a.test', region: 'r' });
const untilIdle = () => until(async () => (await server.hostler.db.read(WAITING.all({}))).length === 0);
const retry = async () => {
  await server.runUpkeep('hosting.retry-reverse-resets');
  await untilIdle();
};

async function countToReset(): Promise<number | null | undefined> {
  const staff = await signInStaff(server, 'technician');
  const { body } = await staff.get<{ numbers: { key: string; count: number | null }[] }>('/today');
  return body.data.numbers.find(({ key }) => key === 'reverse_names_to_reset')?.count;
}

it('retries a refused reset, notifies staff, and then gives the address to another server', async () => {
  const { id, ipv4 } = await server.finish(create());
  expect(ipv4).toEqual([ADDRESS]);
  const name = 'web.example.com';
  await server.post('/domains', account.live, { domain: name, hosting_id: id });
  await until(async () => (await dns().readZone(name)) !== undefined);
  await server.post('/hosting/addresses/reverse', account.live, { id, address: ADDRESS, name });
  await until(async () => (await listPtr()).length === 1);

  const fault = { operation: 'putZone', target: ZONE, code: 'refused', message: 'Not your zone.', times: 2 } as const;
  await failNext(faults(), fault);
  await server.finish(server.operator.hosting.terminate({ id }));
  await untilIdle();
  expect([await listPtr(), await countToReset()]).toEqual([[`${name}.`], 1]);

  await retry();
  const mail = await untilMail(server.dataDir, EMAIL);
  expect(mail.subject).toBe(`Reverse names in ${ZONE} cannot be reset`);
  expect(mail.text).toContain(ADDRESS);
  expect(mail.text).toContain('Not your zone.');
  expect([await listFaults(faults()), await listPtr()]).toEqual([[], [`${name}.`]]);

  server.clock.advance(15 * DAY);
  const second = await create();
  await server.until(`/hosting/show?id=${second.id}`, account.live, ({ status_reason }) => status_reason !== null);
  await retry();
  expect([await listPtr(), await countToReset()]).toEqual([[], 0]);
  await server.runUpkeep('hosting.continue-creation');
  const { ipv4: given } = await server.until(
    `/hosting/show?id=${second.id}`,
    account.live,
    ({ status }) => status === 'running',
  );
  expect(given).toEqual([ADDRESS]);
});

it('does nothing while no name is to be reset', async () => {
  await retry();
  expect(await countToReset()).toBe(0);
});
