import { DAY } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';
import { scatter } from './story.ts';
import { EVERYTHING, waitUntil } from './wait.ts';

type HostingUpdate = Parameters<Hostler['customer']['hosting']['update']>[2];
type NewFirewall = Parameters<Hostler['customer']['firewalls']['create']>[1];

const POOLS = [
  { network: '198.51.100.0/24', gateway: '198.51.100.1' },
  { network: '2001:db8:118::/64', gateway: '2001:db8:118::1' },
];
const ROUTERS = { address: '198.51.100.2', last: '198.51.100.4', note: 'Routers' };

const PROPERTIES: Readonly<Record<string, HostingUpdate>> = {
  'web1.demo.example': { tags: ['env:prod', 'web'] },
  'db1.demo.example': { tags: ['env:prod', 'database'] },
  'staging.demo.example': { tags: ['env:test'] },
  'shop.demo.example': {
    label: 'Shop',
    tags: ['env:prod', 'shop'],
    note: 'Checkout and product pages. Jonas may restart it at night.',
    protected: true,
  },
};

const EVERYWHERE = ['0.0.0.0/0', '::/0'];
const OFFICE = ['192.0.2.0/24', '2001:db8:4:7::/64'];
const FIREWALLS: readonly { readonly firewall: NewFirewall; readonly servers: readonly string[] }[] = [
  {
    firewall: { name: 'Only from the office', inbound: [{ protocol: 'any', networks: OFFICE }] },
    servers: [],
  },
  {
    firewall: {
      name: 'Web servers',
      inbound: [
        { protocol: 'tcp', ports: '443', networks: EVERYWHERE, description: 'HTTPS' },
        { protocol: 'tcp', ports: '80', networks: EVERYWHERE, description: 'HTTP' },
        { protocol: 'tcp', ports: '22', networks: OFFICE, description: 'SSH from the office' },
        { protocol: 'icmp', networks: EVERYWHERE, description: 'Ping' },
      ],
    },
    servers: ['shop.demo.example', 'staging.demo.example'],
  },
];

const SNAPSHOTS = [
  { server: 'shop.demo.example', name: 'Before PHP 8.4', ago: 12 * DAY },
  { server: 'shop.demo.example', name: 'Before the new checkout', ago: 3 * DAY },
];

/** Creates the address pools, before the servers that get their addresses from them. Real engines have their own. */
export async function createPools({ db, config, operator: { pools } }: Hostler): Promise<void> {
  if (config.engines.incus || (await db.read(pools.list())).length > 0) return;
  for (const pool of POOLS) await pools.create(pool);
  await db.write(() => pools.reserve(ROUTERS));
}

/** Adds labels, tags, firewalls and snapshots to the servers of an account, unless it has firewalls already. */
export async function addServerFeatures(hostler: Hostler, accountId: number, signal: AbortSignal): Promise<void> {
  const { db, operator, customer, clock } = hostler;
  const servers = await db.read(operator.hosting.list({ account_id: accountId }));
  const find = (name: string) => servers.find(({ hostname, status }) => hostname === name && status !== 'terminated');
  if (!Object.keys(PROPERTIES).some(find)) return;
  if ((await db.read(customer.firewalls.list(accountId, EVERYTHING))).items.length > 0) return;
  const listSnapshots = async () => (await db.read(customer.snapshots.list(accountId, EVERYTHING))).items;
  for (const { server, name, ago } of SNAPSHOTS) {
    const id = find(server)?.id;
    if (id !== undefined && !(await listSnapshots()).some((made) => made.name === name))
      await db.write(() => customer.snapshots.create(accountId, id, { name }, scatter(name, clock.now() - ago)));
    await waitUntil(async () => (await listSnapshots()).every(({ status }) => status !== 'creating'), signal);
  }
  await db.write(function* () {
    for (const [name, properties] of Object.entries(PROPERTIES)) {
      const id = find(name)?.id;
      if (id !== undefined) yield* customer.hosting.update(accountId, id, properties, clock.now());
    }
    for (const { firewall, servers: names } of FIREWALLS) {
      const made = yield* customer.firewalls.create(accountId, firewall, clock.now() - 20 * DAY);
      const ids = names.flatMap((name) => find(name)?.id ?? []);
      if (ids.length > 0) yield* customer.firewalls.attach(accountId, made.firewall.id, ids, clock.now());
    }
  });
}
