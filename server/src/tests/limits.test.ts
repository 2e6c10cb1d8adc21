import type { Limits } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { createSshKey } from '@hostler/testing/ssh-key.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#kernel/errors.ts';
import type { LimitChanges } from '#kernel/limits/settings.ts';

/** Result of an attempt to create one more. */
interface Made {
  id?: number | undefined;
  code?: string | undefined;
  message?: string | undefined;
}

/** A resource with a limit per account. */
interface Limited {
  readonly name: string;
  /** Message of a refusal, with `N` for the limit. */
  readonly sentence: string;
  /** Created by the operator only; there is no sandbox for it. */
  readonly byOperator?: boolean;
  make(owner: TestAccount, key: string): Promise<Made>;
  free(owner: TestAccount, id: number): Promise<unknown>;
}

let server: TestServer;
let names = 0;

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' } });
});
afterAll(() => server.stop());

async function post(path: string, key: string, body: object): Promise<Made> {
  const answer = await server.post<{ id: number }>(path, key, body);
  if (answer.status < 300) return { id: answer.body.data.id };
  const { code, message } = answer.body.error;
  expect(answer.status).toBe(409);
  return { code, message };
}

async function attempt(making: Promise<{ id: number }>): Promise<Made> {
  try {
    return { id: (await making).id };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: error.message };
  }
}

const remove = (path: string) => async (owner: TestAccount, id: number) => {
  expect((await server.post(path, owner.live, { id })).status).toBe(200);
};

async function createDatabase(owner: TestAccount): Promise<number> {
  const { id } = await post('/databases', owner.live, { name: `db_${++names}` });
  return id ?? 0;
}

const DATABASES = new Map<TestAccount, Promise<number>>();
const isCompleted = ({ status }: { status: string }) => status === 'completed';

/** Returns an active database, the same each time. */
function databaseOf(owner: TestAccount): Promise<number> {
  const made = DATABASES.get(owner) ?? createActive(owner);
  DATABASES.set(owner, made);
  return made;
}

async function createActive(owner: TestAccount): Promise<number> {
  const id = await createDatabase(owner);
  await server.until('/databases', owner.live, (list) => list.some((one) => one.id === id && one.status === 'active'));
  return id;
}

const LIMITED: Limited[] = [
  {
    name: 'keys',
    sentence: 'This account has reached its limit of N API keys (keys). Revoke one, or ask for a higher limit.',
    byOperator: true,
    make: ({ id }) => attempt(server.createKey(id, 'live')),
    free: (_owner, id) => server.operator.keys.revoke({ id }),
  },
  {
    name: 'servers',
    sentence:
      'This account has reached its limit of N servers (servers). Have one terminated, or ask for a higher limit.',
    byOperator: true,
    make: ({ id }) => attempt(server.operator.hosting.create({ account_id: id, hostname: `vps-${++names}.test` })),
    free: (_owner, id) => server.finish(server.operator.hosting.terminate({ id })),
  },
  {
    name: 'webhooks',
    sentence: 'This account has reached its limit of N webhooks (webhooks). Remove one, or ask for a higher limit.',
    make: (_owner, key) => post('/webhooks', key, { url: 'http://127.0.0.1:8099/hook', events: ['*'] }),
    free: remove('/webhooks/remove'),
  },
  {
    name: 'open_tickets',
    sentence:
      'This account has reached its limit of N open tickets (open_tickets). Close one, or ask for a higher limit.',
    make: (_owner, key) => post('/tickets', key, { subject: 'One more', message: 'Of many.' }),
    free: remove('/tickets/close'),
  },
  {
    name: 'domains',
    sentence: 'This account has reached its limit of N domains (domains). Remove one, or ask for a higher limit.',
    make: (_owner, key) => post('/domains', key, { domain: `limit-${++names}.test` }),
    free: remove('/domains/remove'),
  },
  {
    name: 'databases',
    sentence: 'This account has reached its limit of N databases (databases). Remove one, or ask for a higher limit.',
    make: (_owner, key) => post('/databases', key, { name: `db_${++names}` }),
    free: remove('/databases/remove'),
  },
  {
    name: 'backups',
    sentence: 'This account has reached its limit of N backups (backups). Remove one, or ask for a higher limit.',
    make: async (owner, key) => post('/backups', key, { database_id: await databaseOf(owner) }),
    free: async (owner, id) => {
      await server.until(`/backups/show?id=${id}`, owner.live, isCompleted);
      await remove('/backups/remove')(owner, id);
    },
  },
  {
    name: 'ssh_keys',
    sentence: 'This account has reached its limit of N SSH keys (ssh_keys). Remove one, or ask for a higher limit.',
    make: (_owner, key) => post('/ssh-keys', key, { public_key: createSshKey() }),
    free: remove('/ssh-keys/remove'),
  },
  {
    name: 'firewalls',
    sentence: 'This account has reached its limit of N firewalls (firewalls). Remove one, or ask for a higher limit.',
    make: (_owner, key) => post('/firewalls', key, { name: `Firewall ${++names}` }),
    free: remove('/firewalls/remove'),
  },
  {
    name: 'schedules',
    sentence:
      'This account has reached its limit of N backup schedules (schedules). Remove one, or ask for a higher limit.',
    make: async (owner, key) => post('/backups/schedules', key, { database_id: await createDatabase(owner) }),
    free: remove('/backups/schedules/remove'),
  },
];

async function readLimits(owner: TestAccount): Promise<Limits> {
  return (await server.get('/auth/me', owner.live)).body.data.limits;
}

async function useOf(owner: TestAccount, name: string): Promise<number> {
  return (await readLimits(owner))[name]?.used ?? Number.NaN;
}

function setLimit(owner: TestAccount, name: string, value: number | null | 'default') {
  return server.operator.limits.change({ account_id: owner.id, limits: { [name]: value } });
}

describe.each(LIMITED)('the limit of $name', ({ name, sentence, byOperator, make, free }) => {
  const refusal = (limit: number) => ({ code: 'QUOTA_EXCEEDED', message: sentence.replace('N', String(limit)) });

  /** Fills an account up to its limit. */
  async function fill(room = 2) {
    const owner = await server.createAccount();
    const before = await useOf(owner, name);
    const limit = before + room;
    await setLimit(owner, name, limit);
    const ids: number[] = [];
    for (let count = 0; count < room; count++) {
      const { id, message } = await make(owner, owner.live);
      expect(message).toBeUndefined();
      ids.push(id ?? 0);
    }
    return { owner, limit, ids };
  }

  it('refuses one more with QUOTA_EXCEEDED and advice, and creates nothing', async () => {
    const { owner, limit } = await fill();
    expect(await make(owner, owner.live)).toEqual(refusal(limit));
    expect((await readLimits(owner))[name]).toEqual({ limit, used: limit });
  });

  it('has room again when one is deleted', async () => {
    const { owner, limit, ids } = await fill();
    await free(owner, ids[0] ?? 0);
    expect(await useOf(owner, name)).toBe(limit - 1);
    expect(await make(owner, owner.live)).toHaveProperty('id');
    expect(await make(owner, owner.live)).toEqual(refusal(limit));
  });

  it('can be raised, removed and reset for one account', async () => {
    const { owner, limit } = await fill();
    expect((await setLimit(owner, name, limit + 1)).limits[name]).toEqual({ limit: limit + 1, used: limit });
    expect(await make(owner, owner.live)).toHaveProperty('id');
    expect(await make(owner, owner.live)).toEqual(refusal(limit + 1));
    expect((await setLimit(owner, name, null)).limits[name]).toEqual({ limit: null, used: limit + 1 });
    expect(await make(owner, owner.live)).toHaveProperty('id');
    const other = await server.createAccount();
    const forAll = (await readLimits(other))[name]?.limit;
    expect((await setLimit(owner, name, 'default')).limits[name]?.limit).toBe(forAll);
  });

  it('admits exactly one of twenty concurrent requests for the last free place', async () => {
    const { owner, limit } = await fill(1);
    await setLimit(owner, name, limit + 1);
    const attempts = await Promise.all(Array.from({ length: 20 }, () => make(owner, owner.live)));
    expect(attempts.filter(({ id }) => id !== undefined)).toHaveLength(1);
    expect(attempts.filter(({ code }) => code === 'QUOTA_EXCEEDED')).toHaveLength(19);
    expect(await useOf(owner, name)).toBe(limit + 1);
  });

  it.skipIf(byOperator)('applies in the sandbox as for live keys', async () => {
    const { owner, limit } = await fill();
    expect(await make(owner, owner.test)).toEqual(refusal(limit));
    await setLimit(owner, name, limit + 1);
    expect(await make(owner, owner.test)).toHaveProperty('id');
  });
});

describe('limits', () => {
  it('have their declared defaults, and are shown with their usage', async () => {
    const owner = await server.createAccount();
    expect(await readLimits(owner)).toMatchObject({
      keys: { limit: 100, used: 2 },
      webhooks: { limit: 50, used: 0 },
      domains: { limit: 1_000, used: 0 },
      databases: { limit: 100, used: 0 },
      records: { limit: 500, used: null },
      servers: { limit: 100, used: 0 },
      backups: { limit: 1_000, used: 0 },
      backup_bytes: { limit: 1_099_511_627_776, used: 0 },
      schedules: { limit: 200, used: 0 },
      ssh_keys: { limit: 100, used: 0 },
      firewalls: { limit: 50, used: 0 },
      open_tickets: { limit: 1_000, used: 0 },
      replies: { limit: 1_000, used: null },
      ticket_bytes: { limit: 1_073_741_824, used: 0 },
      queued_actions: { limit: 200, used: 0 },
      test_events: { limit: 10_000, used: 0 },
    });
    const shown = await server.operator.limits.show({ account_id: owner.id });
    expect(shown).toEqual({ account_id: owner.id, limits: await readLimits(owner) });
  });

  it('with unknown names or values are refused with an error message, and nothing changes', async () => {
    const owner = await server.createAccount();
    const change = (limits: Record<string, number>) =>
      server.operator.limits.change({ account_id: owner.id, limits: { servers: 1, ...limits } });
    await expect(change({ server: 1 })).rejects.toThrow(/There is no limit "server"; there are: .*servers/);
    for (const keys of [-1, 0.5, Number.NaN]) {
      await expect(change({ keys })).rejects.toMatchObject({ details: [{ field: 'limits.keys' }] });
    }
    const set = (text: string) => server.run('account limits', '--account', owner.id, '--set', `servers=1,${text}`);
    await expect(set('servers=many')).rejects.toThrow('servers is "many"; it must be a whole number, or none.');
    await expect(set('servers')).rejects.toThrow('"servers" is not a limit; write it like servers=200.');
    expect((await readLimits(owner)).servers?.limit).toBe(100);
  });

  it('of an unknown account are refused with "Account not found."', async () => {
    await expect(server.operator.limits.show({ account_id: 999_999 })).rejects.toThrow('Account not found.');
  });
});

describe('the limit of replies', () => {
  const reply = (id: number, key: string) => post('/tickets/reply', key, { id, message: 'And another thing.' });
  const refusal = {
    code: 'QUOTA_EXCEEDED',
    message: 'This ticket has reached its limit of 3 replies (replies). Open a new one, or ask for a higher limit.',
  };

  async function openTicket(owner: TestAccount): Promise<number> {
    const { id } = await post('/tickets', owner.live, { subject: 'Long', message: 'A long story.' });
    return id ?? 0;
  }

  it('applies per ticket, and not to staff', async () => {
    const owner = await server.createAccount();
    await setLimit(owner, 'replies', 3);
    const [id, other] = [await openTicket(owner), await openTicket(owner)];
    for (let count = 0; count < 3; count++) expect(await reply(id, owner.live)).toHaveProperty('id');
    expect(await reply(id, owner.live)).toEqual(refusal);
    expect(await reply(id, owner.test)).toEqual(refusal);
    const { messages } = (await server.get(`/tickets/show?id=${id}`, owner.live)).body.data;
    expect(messages).toHaveLength(4);
    expect(await reply(other, owner.live)).toHaveProperty('id');
    await server.operator.tickets.reply({ id, message: 'We read it all.' });
    expect(await reply(id, owner.live)).toEqual(refusal);
    await setLimit(owner, 'replies', null);
    expect(await reply(id, owner.live)).toHaveProperty('id');
  });

  it('admits exactly one of twenty concurrent requests for the last free place', async () => {
    const owner = await server.createAccount();
    await setLimit(owner, 'replies', 3);
    const id = await openTicket(owner);
    for (let count = 0; count < 2; count++) await reply(id, owner.live);
    const attempts = await Promise.all(Array.from({ length: 20 }, () => reply(id, owner.live)));
    expect(attempts.filter((attempt) => attempt.id !== undefined)).toHaveLength(1);
    expect(attempts.filter(({ code }) => code === 'QUOTA_EXCEEDED')).toHaveLength(19);
  });
});

describe('the limit of queued actions', () => {
  const sentence =
    'This account has reached its limit of 3 actions that have not ended (queued_actions). Wait until one has, or ask for a higher limit.';
  let quiet: TestServer;
  let owner: TestAccount;

  beforeAll(async () => {
    quiet = await startTestServer({ worker: false });
    owner = await quiet.createAccount();
    await quiet.operator.limits.change({ account_id: owner.id, limits: { queued_actions: 3 } });
  });
  afterAll(() => quiet.stop());

  const addDomain = (key = owner.live) => quiet.post('/domains', key, { domain: `q-${++names}.test` });
  const addDatabase = () => quiet.post('/databases', owner.live, { name: `q_${++names}` });
  const used = async () => (await quiet.get('/auth/me', owner.live)).body.data.limits.queued_actions?.used;

  it('counts all waiting actions, and never refuses a deletion', async () => {
    const [first] = [await addDomain(), await addDatabase()];
    const attempts = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? addDomain() : addDatabase())));
    expect(attempts.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of attempts) if (status !== 201) expect(body.error.message).toBe(sentence);
    expect((await addDomain(owner.test)).body.error.message).toBe(sentence);
    expect(await used()).toBe(3);
    const hosting = quiet.operator.hosting.create({ account_id: owner.id, hostname: 'queued.test' });
    await expect(hosting).rejects.toThrow(sentence);
    expect((await quiet.post('/domains/remove', owner.live, { id: first?.body.data.id })).status).toBe(200);
    expect(await used()).toBe(4);
    quiet.startWorker();
    while ((await used()) !== 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await addDomain()).status).toBe(201);
  });
});

describe('HOSTLER_LIMITS', () => {
  async function limitsWith(HOSTLER_LIMITS: string, limits: LimitChanges = {}): Promise<Limits> {
    const other = await startTestServer({ env: { HOSTLER_LIMITS } });
    try {
      const { id } = await other.createAccount();
      return (await other.operator.limits.change({ account_id: id, limits })).limits;
    } finally {
      await other.stop();
    }
  }

  it('changes limits for all accounts, and an account can still have its own', async () => {
    const limits = await limitsWith('servers=5, domains=none', { webhooks: 7, servers: 6 });
    expect([limits.servers?.limit, limits.domains?.limit, limits.webhooks?.limit]).toEqual([6, null, 7]);
    expect(limits.databases?.limit).toBe(100);
  });

  it('`none` leaves only the limits set for an account', async () => {
    const { servers, ...others } = await limitsWith('none', { servers: 6 });
    expect(servers?.limit).toBe(6);
    for (const { limit } of Object.values(others)) expect(limit).toBeNull();
  });

  it.each([
    ['server=5', /^HOSTLER_LIMITS: There is no limit "server"; there are: /],
    ['servers=-5', /^HOSTLER_LIMITS: servers is "-5"; it must be a whole number, or none\.$/],
    ['servers', /^HOSTLER_LIMITS: "servers" is not a limit; write it like servers=200\.$/],
    ['none,servers=5', /^HOSTLER_LIMITS: "none" is not a limit; write it like servers=200\.$/],
  ])('of %s stops the start with an error message', async (text, sentence) => {
    await expect(limitsWith(text)).rejects.toThrow(sentence);
  });
});
