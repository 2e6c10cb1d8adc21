import { join } from 'node:path';
import { sql } from '@hostler/database';
import { startTextServer, type TextServer } from '@hostler/testing/receivers/text-server.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulatedDns } from '#engines/dns/simulated.ts';
import { Worker } from '#kernel/jobs/worker.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import type { Domain } from '../schemas.ts';

let dns: TextServer;
let server: TestServer;
let worker: Worker;
let account: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  dns = await startTextServer();
  const env = { HOSTLER_DOMAIN_PROOF: 'txt', HOSTLER_DNS_RESOLVERS: dns.address };
  server = await startTestServer({ env, worker: false });
  // Only the tests run the recurring job, because they count its lookups.
  worker = new Worker({ ...server.hostler, handlers: server.hostler.jobs, recurring: [] });
  worker.start();
  account = await server.createAccount();
  other = await server.createAccount();
});
afterAll(async () => {
  await worker.stop(5_000);
  await server.stop();
  dns.close();
});

let names = 0;
const newName = () => `claimed-${++names}.test`;

const add = (domain: string, key = account.live) => server.post('/domains', key, { domain });

async function claim(domain: string, key = account.live): Promise<Domain> {
  const answer = await add(domain, key);
  expect([answer.status, answer.body.data.status]).toEqual([201, 'pending']);
  return answer.body.data;
}

function setProof({ verification }: Domain): void {
  const { name, value } = verification ?? { name: '', value: '' };
  dns.texts.set(name, ['v=spf1 -all', value]);
}

const show = async (id: number, key = account.live) => (await server.get(`/domains/show?id=${id}`, key)).body.data;
const untilStatus = (id: number, status: string, key = account.live) =>
  server.until(`/domains/show?id=${id}`, key, (domain) => domain.status === status);
const readZone = (domain: string) =>
  createSimulatedDns({ dir: join(server.dataDir, 'simulated', 'dns') }).readZone(domain);

/** Returns how often the proof of a domain was looked up. */
const countChecks = (domain: string) => dns.asked.filter((name) => name === `_hostler.${domain}`).length;

/** Runs the recurring job once, as a worker does. */
async function read(): Promise<void> {
  await server.hostler.recurring.find(({ name }) => name === 'domains.prove-claims')?.run(server.clock.now());
}

async function checkLater(ms: number): Promise<void> {
  server.clock.advance(ms);
  await read();
}

const EVENTS = sql<{ account_id: number; environment: string }, { type: string; data: string }>(
  'select type, data from events where account_id = :account_id and environment = :environment',
);
async function listAdded(accountId: number, environment = 'live'): Promise<string[]> {
  const rows = await server.hostler.db.read(EVENTS.all({ account_id: accountId, environment }));
  return rows.filter(({ type }) => type === 'domain.added').map(({ data }) => (JSON.parse(data) as Domain).domain);
}

describe('a domain that needs proof of ownership', () => {
  it('shows the same TXT record to set each time, and has no zone before the proof', async () => {
    const domain = await claim(newName());
    expect(domain.verification).toEqual({
      name: `_hostler.${domain.domain}`,
      value: expect.stringMatching(/^hostler-verification=[A-Za-z0-9]{32}$/),
    });
    expect((await show(domain.id)).verification).toEqual(domain.verification);
    const { body } = await server.get(`/domains?search=${domain.domain}`, account.live);
    expect(body.data).toEqual([domain]);
    await read();
    expect(countChecks(domain.domain)).toBeGreaterThan(0);
    expect((await show(domain.id)).status).toBe('pending');
    expect(await readZone(domain.domain)).toBeUndefined();
    expect(await listAdded(account.id)).not.toContain(domain.domain);
  });

  it('becomes active and emits domain.added only when the record is found', async () => {
    const domain = await claim(newName());
    setProof(domain);
    await checkLater(2 * MINUTE);
    expect((await untilStatus(domain.id, 'active')).verification).toBeNull();
    expect(await readZone(domain.domain)).toBeDefined();
    expect(await listAdded(account.id)).toContain(domain.domain);
    // Subdomains of a proven domain need no further proof.
    const below = await add(`shop.${domain.domain}`);
    expect([below.status, below.body.data.verification]).toEqual([201, null]);
  });

  it('goes to the first account that proves it; claims of others get status error', async () => {
    const name = newName();
    const mine = await claim(name);
    const theirs = await claim(name, other.live);
    expect(theirs.verification?.value).not.toBe(mine.verification?.value);
    expect((await add(name)).body.error.code).toBe('DOMAIN_ALREADY_EXISTS');
    setProof(theirs);
    await checkLater(2 * MINUTE);
    await untilStatus(theirs.id, 'active', other.live);
    expect(await show(mine.id)).toMatchObject({ status: 'error', verification: null });
    const third = await server.createAccount();
    for (const taken of [name, `www.${name}`]) {
      expect((await add(taken, third.live)).body.error.code).toBe('DOMAIN_ALREADY_EXISTS');
    }
    expect((await server.post(`/domains/remove?id=${mine.id}`, account.live)).status).toBe(200);
    expect((await server.get(`/domains/show?id=${mine.id}`, account.live)).status).toBe(404);
    expect(await readZone(name)).toBeDefined();
  });

  it('refuses records before the proof', async () => {
    const domain = await claim(newName());
    const records = [{ name: '@', type: 'TXT', content: 'mine' }];
    const answer = await server.post(`/domains/records?id=${domain.id}`, account.live, { records });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'CONFLICT']);
  });

  it('that is not proved in time says to remove and add it again, which works', async () => {
    const domain = await claim(newName());
    await checkLater(8 * DAY);
    expect(await show(domain.id)).toMatchObject({ status: 'error', verification: null });
    const address = `jo@${domain.domain}`;
    const { status, body } = await server.post('/emails', account.live, { address });
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('remove the domain and add it again')]);
    expect((await add(domain.domain)).status).toBe(409);
    expect((await server.post(`/domains/remove?id=${domain.id}`, account.live)).status).toBe(200);
    expect((await add(domain.domain)).status).toBe(201);
  });

  it('gets status error if another account proves its parent domain first', async () => {
    const name = newName();
    const below = await claim(`shop.${name}`);
    const above = await claim(name, other.live);
    setProof(above);
    await checkLater(2 * MINUTE);
    await untilStatus(above.id, 'active', other.live);
    setProof(below);
    await checkLater(2 * MINUTE);
    await untilStatus(below.id, 'error');
  });

  it('is checked less often over time, and gets status error after a week', async () => {
    const domain = await claim(newName());
    await read();
    await checkLater(HOUR);
    const looks = countChecks(domain.domain);
    expect(looks).toBeGreaterThanOrEqual(2);
    await checkLater(10 * MINUTE);
    expect(countChecks(domain.domain)).toBe(looks);
    await checkLater(6 * MINUTE);
    expect(countChecks(domain.domain)).toBe(looks + 1);
    expect((await show(domain.id)).status).toBe('pending');
    await checkLater(7 * DAY);
    expect(await show(domain.id)).toMatchObject({ status: 'error', verification: null });
    await checkLater(DAY);
    expect(countChecks(domain.domain)).toBe(looks + 2);
  });

  it('is checked even if another account has claimed many', async () => {
    const hoarder = await server.createAccount();
    const hoarded: Domain[] = [];
    for (let index = 0; index < 30; index++) hoarded.push(await claim(newName(), hoarder.live));
    const domain = await claim(newName());
    await read();
    expect(countChecks(domain.domain)).toBe(1);
    expect(hoarded.filter((each) => countChecks(each.domain) > 0)).toHaveLength(10);
  });

  it('is proved immediately in the sandbox, and nothing is stored', async () => {
    const name = newName();
    const answer = await add(name, account.test);
    expect([answer.status, answer.body.data.status]).toEqual([201, 'pending']);
    expect(answer.body.data.verification?.name).toBe(`_hostler.${name}`);
    await expect.poll(() => listAdded(account.id, 'test')).toContain(name);
    expect((await server.get(`/domains?search=${name}`, account.live)).body.data).toEqual([]);
    expect(countChecks(name)).toBe(0);
  });
});
