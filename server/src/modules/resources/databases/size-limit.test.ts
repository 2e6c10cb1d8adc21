import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext } from '#engines/simulation/faults.ts';
import { canWrite, findSimulatedContent } from '#engines/sql/simulated.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';

const MB = 1_000_000;
/** Size of an empty database in the simulation. */
const EMPTY = 7.7 * MB;

let server: TestServer;
let names = 0;

beforeAll(async () => {
  server = await startTestServer({ byHand: ['databases.measure-sizes'] });
});
afterAll(() => server.stop());

async function createDatabase() {
  const owner = await server.createAccount();
  const name = `sized_${++names}`;
  const { id, username } = (await server.post('/databases', owner.live, { name })).body.data;
  const find = (list: Database[]) => list.find((database) => database.id === id);
  await server.until('/databases', owner.live, (list) => find(list)?.status === 'active');
  const dir = join(server.dataDir, 'simulated', 'postgresql');
  return {
    owner,
    name,
    dir,
    access: async () => find((await server.get('/databases', owner.live)).body.data)?.access,
    writable: () => canWrite(dir, username),
    /** Grows or shrinks the database to this size and measures it. */
    async become(bytes: number, after = HOUR) {
      await truncate(findSimulatedContent(dir, username), bytes - EMPTY);
      await measure(after);
    },
  };
}

async function measure(after: number): Promise<void> {
  server.clock.advance(after + MINUTE);
  const job = server.hostler.recurring.find(({ name }) => name === 'databases.measure-sizes');
  await job?.run(server.clock.now());
}

const setLimit = ({ id }: TestAccount, limit: number | null) =>
  server.operator.limits.change({ account_id: id, limits: { database_bytes: limit } });

async function subjects({ live }: TestAccount): Promise<string[]> {
  const { body } = await server.get('/tickets?sort=asc', live);
  return body.data.map(({ subject }) => subject);
}

describe('a database over its database_bytes limit', () => {
  it('is read_only until it is 10 % below the limit, and its owner gets a ticket each time', async () => {
    const { owner, name, access, writable, become } = await createDatabase();
    await setLimit(owner, 10 * MB);
    await become(9.9 * MB);
    expect([await access(), await writable()]).toEqual(['full', true]);
    await become(10.1 * MB);
    expect([await access(), await writable()]).toEqual(['read_only', false]);
    expect(await subjects(owner)).toEqual([`Database ${name} can only be read`]);
    await become(9.5 * MB);
    expect(await access()).toBe('read_only');
    await become(8.9 * MB);
    expect([await access(), await writable()]).toEqual(['full', true]);
    expect(await subjects(owner)).toEqual([
      `Database ${name} can only be read`,
      `Database ${name} can be written again`,
    ]);
  });

  it('opens a ticket that gives the size, the limit and what to do', async () => {
    const { owner, become } = await createDatabase();
    await setLimit(owner, 8 * 1024 ** 2);
    await become(12 * 1024 ** 2);
    const [ticket] = (await server.get('/tickets', owner.live)).body.data;
    expect(ticket).toMatchObject({ status: 'answered', priority: 'high' });
    const { body } = await server.get(`/tickets/show?id=${ticket?.id}`, owner.live);
    const [{ author_type, message } = { author_type: '', message: '' }] = body.data.messages;
    expect(author_type).toBe('system');
    expect(message).toContain('takes 12 MiB and has a limit of 8 MiB (database_bytes)');
    expect(message).toContain('ask for a higher limit');
  });

  it('is writable again when the limit is raised or removed', async () => {
    for (const raised of [20 * MB, null]) {
      const { owner, access, become } = await createDatabase();
      await setLimit(owner, 10 * MB);
      await become(11 * MB);
      expect(await access()).toBe('read_only');
      await setLimit(owner, raised);
      await measure(5 * MINUTE);
      expect(await access()).toBe('full');
    }
  });

  it('is closed when it keeps growing', async () => {
    const { owner, name, access, become } = await createDatabase();
    await setLimit(owner, 10 * MB);
    await become(11 * MB);
    await become(100 * MB, 5 * MINUTE);
    expect(await access()).toBe('closed');
    expect(await subjects(owner)).toEqual([`Database ${name} can only be read`, `Database ${name} was closed`]);
  });

  it('is retried if its server is unreachable, and opens no ticket before that succeeds', async () => {
    const { owner, dir, access, become } = await createDatabase();
    await setLimit(owner, 10 * MB);
    await failNext(dir, { operation: 'access', stage: 'before', times: 1, code: 'unreachable', message: 'Away.' });
    await become(11 * MB);
    expect([await access(), await subjects(owner)]).toEqual(['full', []]);
    await measure(5 * MINUTE);
    expect(await access()).toBe('read_only');
    expect(await subjects(owner)).toHaveLength(1);
  });
});
