import { compose } from '../../server/src/compose/compose.ts';
import { createLogger } from '../../server/src/kernel/log.ts';
import { SCOPES } from '../../server/src/kernel/scopes.ts';
import { systemClock } from '../../server/src/kernel/time.ts';
import type { Hostler } from '../../server/src/program/hostler.ts';
import { migrate } from '../../server/src/program/prepare.ts';
import { readConfig } from '../../server/src/settings/config.ts';
import { startHostler } from '../processes.ts';
import type { Settings } from '../seed.ts';
import { fillAccount } from './bulk.ts';
import type { Cast, NeighbourPlan } from './cast.ts';
import { Customer } from './customer.ts';

const INNOCENT_SERVERS = 4;
/** More than a worker has slots, so that their work runs in parallel. */
const HOSTILE_SERVERS = 24;
/** More than any run can use up: the measurement is about what lies behind the rate limit. */
const RATE_LIMIT = 1_000_000_000;
/** An event that nothing here causes: its webhook has failed deliveries and gets no new ones. */
const QUIET_EVENT = 'subscription.cancelled';

/** Creates the customers as the operator does, starts their servers, and fills the hostile account. */
export async function seedNeighbours(settings: Settings, plan: NeighbourPlan, receiverPort: number): Promise<Cast> {
  const people = await withHostler(settings, async (hostler) => {
    await migrate(hostler);
    const innocent = await makeCustomer(hostler, 'innocent', ['live'], INNOCENT_SERVERS);
    const hostile = await makeCustomer(hostler, 'hostile', ['live', 'test'], HOSTILE_SERVERS);
    // The seed makes more backups than the default limit allows, and the attack must still be able to queue more.
    const unlimited = { account_id: hostile.accountId, limits: { backups: null } };
    await hostler.db.write(() => hostler.operator.limits.change(unlimited));
    return { innocent, hostile };
  });
  const [key = ''] = people.innocent.keys;
  const [liveKey = '', testKey = ''] = people.hostile.keys;
  const server = await startHostler({ settings });
  let ticketId: number;
  let longTicketId: number;
  let webhookId: number;
  try {
    const innocent = new Customer(server.url, key);
    const hostile = new Customer(server.url, liveKey);
    for (const id of people.innocent.actionIds) await innocent.waitFor(id);
    for (const id of people.hostile.actionIds) await hostile.waitFor(id);
    ticketId = (await innocent.createTicket()).id;
    longTicketId = (await hostile.createTicket()).id;
    const url = `http://127.0.1.1:${receiverPort}/watched`;
    await innocent.post('/webhooks', { url, events: ['ticket.created'] });
    const failing = `http://127.0.1.2:${receiverPort}/failing`;
    webhookId = (await hostile.post('/webhooks', { url: failing, events: [QUIET_EVENT] })).id;
    innocent.close();
    hostile.close();
  } finally {
    await server.stop();
  }
  const { innocent, hostile } = people;
  await withHostler(settings, ({ db }) =>
    fillAccount(db, { ...hostile, longTicketId, webhookId, hostingId: hostile.hostingIds[0] ?? 0 }, plan),
  );
  return {
    innocent: { accountId: innocent.accountId, key, ticketId, hostingIds: innocent.hostingIds },
    hostile: { accountId: hostile.accountId, hostingIds: hostile.hostingIds, liveKey, testKey, longTicketId, ...plan },
    receiverPort,
  };
}

type Environments = readonly ('live' | 'test')[];

function makeCustomer({ db, operator }: Hostler, name: string, environments: Environments, servers: number) {
  return db.write(function* () {
    const { id: accountId } = yield* operator.accounts.create({ name: 'Example Ltd', email: `${name}@example.com` });
    const owner = { account_id: accountId };
    const keys: string[] = [];
    for (const environment of environments) {
      const created = yield* operator.keys.create({ ...owner, environment, scopes: SCOPES, rate_limit: RATE_LIMIT });
      keys.push(created.key);
    }
    const hostingIds: number[] = [];
    const actionIds: number[] = [];
    for (let number = 1; number <= servers; number++) {
      const made = yield* operator.hosting.create({ ...owner, hostname: `web${number}.${name}.example` });
      hostingIds.push(made.id);
      actionIds.push(made.action_id);
    }
    return { accountId, keys, hostingIds, actionIds };
  });
}

async function withHostler<T>(settings: Settings, use: (hostler: Hostler) => Promise<T>): Promise<T> {
  const hostler = await compose({ config: readConfig(settings), clock: systemClock, log: createLogger('silent') });
  try {
    return await use(hostler);
  } finally {
    await hostler.db.close();
  }
}
