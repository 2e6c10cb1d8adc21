import { expect } from 'vitest';
import type { Customer } from './seed.ts';
import type { World } from './world.ts';

/** Id of one resource per group: `tickets` → 7. */
export type Resources = Readonly<Record<string, number>>;

/** Public half of a key pair that nobody has. */
const SSH_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx2 one@example.com';

type Make = (world: World, customer: Customer, made: Resources) => Promise<number>;

/** URL without a listener that needs no DNS lookup. */
export const LOCAL_URL = 'http://127.0.0.1:65000/hook';

/** Creates the first resource of each group, in dependency order. */
const MAKERS: Readonly<Record<string, Make>> = {
  tickets: (world, { live }) => create(world, '/tickets', live, { subject: 'One of each', message: 'Hello.' }),
  hosting: async (world, { live, hosting }) => {
    await world.client.until(`/hosting/show?id=${hosting}`, live, ({ status }) => status === 'running');
    return hosting;
  },
  'ssh-keys': (world, { live }) => create(world, '/ssh-keys', live, { public_key: SSH_KEY }),
  firewalls: (world, { live }) => create(world, '/firewalls', live, { name: 'One of each', inbound: [] }),
  snapshots: async (world, { live }, { hosting = 0 }) => {
    const id = await create(world, `/hosting/snapshots?hosting_id=${hosting}`, live, { name: 'One of each' });
    await untilListed(world, '/hosting/snapshots', live, id, 'available');
    return id;
  },
  // Addresses are named by their server.
  addresses: async (_world, { hosting }) => hosting,
  subscriptions: async (_world, { subscription }) => subscription,
  invoices: (world, { live }) => newest(world, '/billing/invoices', live),
  billing: async (world, _customer, { invoices = 0 }) => {
    const { id } = await world.server.command<{ id: number }>('invoice', 'pay', '--id', invoices);
    return id;
  },
  domains: (world, { live, name }) => create(world, '/domains', live, { domain: `${name.toLowerCase()}.example.org` }),
  emails: async (world, { live }, { domains = 0 }) => {
    const { body } = await world.client.get(`/domains/show?id=${domains}`, live);
    const id = await create(world, '/emails', live, { address: `one@${body.data.domain}` });
    // Verify immediately instead of in the background.
    expect((await world.client.post(`/emails/domains/verify?id=${domains}`, live)).status).toBe(200);
    return id;
  },
  databases: async (world, { live }) => {
    const id = await create(world, '/databases', live, { name: 'one_of_each' });
    await untilListed(world, '/databases', live, id, 'active');
    return id;
  },
  backups: async (world, { live }, { databases = 0 }) => {
    const id = await create(world, '/backups', live, { database_id: databases });
    await untilListed(world, '/backups', live, id, 'completed');
    return id;
  },
  applications: async (world, { live, hosting }) => {
    const id = await create(world, '/applications', live, { hosting_id: hosting, slug: 'welcome-message' });
    await world.client.until(`/applications/show?id=${id}`, live, ({ status }) => status === 'running');
    return id;
  },
  // Scheduled for a time outside the test.
  schedules: (world, { live, hosting }) => {
    const time = new Date(Date.now() + 12 * 60 * 60 * 1000).toISOString().slice(11, 16);
    return create(world, '/backups/schedules', live, { hosting_id: hosting, time });
  },
  rules: (world, { live }) => newest(world, '/monitoring/rules', live),
  alerts: async (world, { live }, { rules = 0 }) => {
    await world.server.command('monitoring', 'rule', 'test', '--id', rules);
    return newest(world, '/monitoring/alerts', live);
  },
  // Checks the server itself, which is always up, so that no alert fires.
  checks: async (world, { id, live }) => {
    const target = `${world.server.url}/healthz`;
    // Checked once, not again during the test.
    const what = ['--account', id, '--target', target, '--interval-seconds', 3_600];
    await world.server.command('monitoring', 'check', 'create', ...what);
    const check = await newest(world, '/monitoring/checks', live);
    await world.client.until(`/monitoring/checks/show?id=${check}`, live, ({ status }) => status === 'up');
    return check;
  },
  // Subscribes to an event that never occurs here, so that nothing is sent.
  webhooks: (world, { live }) => create(world, '/webhooks', live, { url: LOCAL_URL, events: ['payment.overdue'] }),
  actions: (world, { live }) => newest(world, '/actions', live),
};

/** Groups whose operations take no id. */
const WITHOUT_RESOURCES = ['auth', 'device', 'events'];

/** Creates one resource per group for a customer. Add new groups here before the walks can cover them. */
export async function createOneOfEach(world: World, customer: Customer): Promise<Resources> {
  const groups = new Set(world.client.api.operations.map(({ resource }) => resource));
  for (const group of WITHOUT_RESOURCES) groups.delete(group);
  expect(
    [...groups].filter((group) => !MAKERS[group]),
    'MAKERS says how one of each group is made',
  ).toEqual([]);
  return createSome(world, customer, groups);
}

/** Creates one resource of each given group, with the resources they depend on. */
export async function createSome(world: World, customer: Customer, groups: Iterable<string>): Promise<Resources> {
  const wanted = new Set(groups);
  const made: Record<string, number> = {};
  for (const [group, make] of Object.entries(MAKERS)) {
    if (wanted.has(group)) made[group] = await make(world, customer, made);
  }
  return made;
}

/** Creates one resource of a group without dependencies; undefined if the group does not exist. */
export async function createOne(world: World, customer: Customer, group: string): Promise<number | undefined> {
  if (!world.client.api.operations.some(({ resource }) => resource === group)) return undefined;
  return MAKERS[group]?.(world, customer, {});
}

/** Polls the list, because databases have no show operation. */
export async function untilListed(world: World, path: string, as: string, id: number, status: string): Promise<void> {
  await world.client.until<{ id: number; status: string }[]>(path, as, (items) =>
    items.some((item) => item.id === id && item.status === status),
  );
}

/** Returns the newest record of a list, for records without a create operation. */
async function newest(world: World, path: string, as: string): Promise<number> {
  const [latest] = (await world.client.get<{ id: number }[]>(path, as)).body.data;
  if (!latest) throw new Error(`${path} is empty`);
  return latest.id;
}

async function create(world: World, path: string, as: string, body: object): Promise<number> {
  const answer = await world.client.post<{ id: number }>(path, as, body);
  expect(answer.body.success, answer.text).toBe(true);
  return answer.body.data.id;
}
