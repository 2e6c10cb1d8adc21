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
import { writeNotReset } from './letters.ts';

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
const listPtr = async (zone = ZONE) => (await dns().readZone(zone))?.records.map(({ content }) => content) ?? [];
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

it('resets each zone on its own', async () => {
  const zones: string[] = [];
  for (const [index, third] of [18, 19].entries()) {
    const [region, zone, network] = [`own-${third}`, `${third}.0.203.in-addr.arpa`, `203.0.${third}`];
    await server.run(
      ...(['address pool create', '--network', `${network}.0/30`, '--gateway', `${network}.1`] as const),
      ...['--region', region],
    );
    const queued = server.operator.hosting.create({ account_id: account.id, hostname: 'a.test', region });
    const { id } = await server.finish(queued);
    const name = `own${third}.example.com`;
    await server.post('/domains', account.live, { domain: name, hosting_id: id });
    await until(async () => (await dns().readZone(name)) !== undefined);
    await server.post('/hosting/addresses/reverse', account.live, { id, address: `${network}.2`, name });
    await until(async () => (await listPtr(zone)).length === 1);
    // The second zone is refused once more than the first.
    await failNext(faults(), { operation: 'putZone', target: zone, code: 'refused', message: 'No.', times: 1 + index });
    await server.finish(server.operator.hosting.terminate({ id }));
    await untilIdle();
    zones.push(zone);
  }
  const [first = '', second = ''] = zones;
  expect(await countToReset()).toBe(2);
  await retry();
  expect([await listPtr(first), await listPtr(second)]).toEqual([[], ['own19.example.com.']]);
  expect(await countToReset()).toBe(1);
  await retry();
  expect([await listPtr(second), await countToReset()]).toEqual([[], 0]);
});

it('names five addresses in the mail, and counts the others', () => {
  const stale = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, address: `198.51.100.${id}`, prefix: 24 }));
  const addresses = (count: number) => writeNotReset(ZONE, stale.slice(0, count), 'No.').facts?.[1];
  const five = '198.51.100.1, 198.51.100.2, 198.51.100.3, 198.51.100.4, 198.51.100.5';
  expect(addresses(5)).toEqual(['Addresses', five]);
  expect(addresses(7)).toEqual(['Addresses', `${five} and 2 more`]);
});

it('does nothing while no name is to be reset', async () => {
  await retry();
  expect(await countToReset()).toBe(0);
});
