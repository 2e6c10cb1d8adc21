import { sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { type ClaimedCheck, claimChecks, releaseChecks } from './claim.ts';
import type { Finding } from './probe.ts';
import { recordTries } from './record.ts';
import { Shares } from './shares.ts';
import type { Verdict } from './verdict.ts';

const LEASE = 30 * SECOND;
const GOOD: Finding = { error: null, ms: 40, certificateExpiresAt: null };
const BAD: Finding = { error: 'There was no answer in time.', ms: null, certificateExpiresAt: null };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  server.clock.standStill();
});
afterAll(() => server.stop());

async function makeChecks(count: number) {
  const account = await server.createAccount();
  const given = { account_id: account.id, type: 'http', target: 'https://example.com/' } as const;
  for (let made = 0; made < count; made++) await server.operator.checks.create(given);
  return account;
}

function claim(worker: string, shares = new Shares(), most = shares.free): Promise<ClaimedCheck[]> {
  const now = server.clock.now();
  const share = () => shares.share();
  return server.hostler.db.write(() => claimChecks({ worker, now, until: now + LEASE, most, share }));
}

function record(worker: string, claimed: readonly ClaimedCheck[], finding: Finding, verdict: Verdict): Promise<void> {
  const now = server.clock.now();
  const tried = claimed.map((one) => ({ ...one, at: now, finding, verdict }));
  return server.hostler.db.write(() => recordTries(worker, tried, server.hostler.customer.alerts, now));
}

/** Waits until nothing is due. */
async function finishAll(): Promise<void> {
  for (let claimed = await claim('finisher'); claimed.length > 0; claimed = await claim('finisher')) {
    await record('finisher', claimed, GOOD, { kind: 'up' });
  }
}

const stateOf = (id: number) =>
  server.hostler.db.read(
    sql<{ id: number }, { due_at: number; done: number; up: number; tries: number }>(
      'select due_at, done, up, tries from monitoring_check_states where check_id = :id',
    ).one({ id }),
  );
const resultsOf = (id: number) =>
  server.hostler.db.read(
    sql<{ id: number }, { at: number; done: number; keep_until: number }>(
      'select at, done, keep_until from monitoring_check_results where check_id = :id order by at',
    ).all({ id }),
  );

describe('workers that share checks', () => {
  it('claim each check once', async () => {
    await finishAll();
    await makeChecks(8);
    const claims = await Promise.all([claim('a', new Shares(), 5), claim('b'), claim('c')]);
    const ids = claims.flat().map(({ check }) => check.id);
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(8);
    for (const [index, worker] of ['a', 'b', 'c'].entries())
      await record(worker, claims[index] ?? [], GOOD, { kind: 'up' });
  });

  it('take over checks of a dead worker, whose late results are ignored', async () => {
    await finishAll();
    await makeChecks(1);
    const [held] = await claim('frozen');
    expect(await claim('b')).toEqual([]);
    server.clock.advance(LEASE);
    const taken = (await claim('b')).filter(({ check }) => check.id === held?.check.id);
    expect(taken.map(({ check }) => check.id)).toEqual([held?.check.id]);
    await record('frozen', held ? [held] : [], BAD, { kind: 'down' });
    expect(await stateOf(held?.check.id ?? 0)).toMatchObject({ done: 0 });
    await record('b', taken, GOOD, { kind: 'up' });
    expect(await stateOf(held?.check.id ?? 0)).toMatchObject({ done: 1, up: 1 });
  });

  it('can claim a released check immediately', async () => {
    await finishAll();
    await makeChecks(1);
    const [held] = await claim('a');
    const id = held?.check.id ?? 0;
    await server.hostler.db.write(() => releaseChecks('a', [id], server.clock.now()));
    expect(await claim('b')).toMatchObject([{ check: { id } }]);
    await finishAll();
  });

  it('claim at most ten checks of one account, so that others do not wait', async () => {
    await finishAll();
    const greedy = await server.createAccount();
    await server.operator.limits.change({ account_id: greedy.id, limits: { checks: 500 } });
    const given = { account_id: greedy.id, type: 'tcp', target: 'example.com:25' } as const;
    await server.hostler.db.write(function* () {
      for (let made = 0; made < 300; made++) yield* server.hostler.operator.checks.create(given);
    });
    const modest = await makeChecks(2);
    const claimed = await claim('a');
    const counts = Map.groupBy(claimed, ({ accountId }) => accountId);
    expect(counts.get(greedy.id)).toHaveLength(10);
    expect(counts.get(modest.id)).toHaveLength(2);
    await record('a', claimed, GOOD, { kind: 'up' });
    await finishAll();
  });
});

describe('the result of a check run', () => {
  const claimOne = async () => {
    await finishAll();
    const account = await makeChecks(1);
    const [claimed] = await claim('a');
    if (!claimed) throw new Error('nothing was due');
    return { account, claimed, id: claimed.check.id };
  };

  it('is not counted while it is unconfirmed or the worker is unreliable', async () => {
    const { claimed, id } = await claimOne();
    await record('a', [claimed], BAD, { kind: 'again', tries: 2 });
    const state = await stateOf(id);
    expect(state).toMatchObject({ done: 0, tries: 2 });
    const pause = (state?.due_at ?? 0) - server.clock.now();
    expect(pause).toBeGreaterThanOrEqual(5 * SECOND);
    expect(pause).toBeLessThanOrEqual(10 * SECOND);
    server.clock.advance(10 * SECOND);
    await record('a', await claim('a'), BAD, { kind: 'unknown' });
    expect(await stateOf(id)).toMatchObject({ done: 0, tries: 0 });
    expect(await resultsOf(id)).toHaveLength(1);
  });

  it('is kept 90 days if it is the first of its hour, 7 days if of its five minutes, else one day', async () => {
    const { claimed, id } = await claimOne();
    server.clock.advance(HOUR - (server.clock.now() % HOUR));
    await record('a', [claimed], GOOD, { kind: 'up' });
    for (const wait of [MINUTE, 5 * MINUTE]) {
      server.clock.advance(wait);
      await record(
        'a',
        (await claim('a')).filter(({ check }) => check.id === id),
        GOOD,
        { kind: 'up' },
      );
    }
    const [, ...results] = await resultsOf(id);
    expect(results.map(({ at, keep_until }) => (keep_until - at) / DAY)).toEqual([90, 1, 7]);
    expect(results.map(({ done }) => done)).toEqual([1, 2, 3]);
  });

  it('fires one alert for an expiring certificate, which resolves on renewal', async () => {
    const { account, claimed, id } = await claimOne();
    const alerts = async () => (await server.get(`/monitoring/alerts?check_id=${id}`, account.live)).body.data;
    const ending = { ...GOOD, certificateExpiresAt: server.clock.now() + 9.5 * DAY };
    await record('a', [claimed], ending, { kind: 'up' });
    server.clock.advance(MINUTE);
    await record(
      'a',
      (await claim('a')).filter(({ check }) => check.id === id),
      ending,
      { kind: 'up' },
    );
    expect(await alerts()).toMatchObject([
      {
        metric: 'certificate',
        state: 'firing',
        value: 9,
        threshold: 14,
        message: 'The certificate of example.com ends in 9 days.',
      },
    ]);
    const renewed = { ...GOOD, certificateExpiresAt: server.clock.now() + 80 * DAY };
    server.clock.advance(MINUTE);
    await record(
      'a',
      (await claim('a')).filter(({ check }) => check.id === id),
      renewed,
      { kind: 'up' },
    );
    expect(await alerts()).toMatchObject([{ metric: 'certificate', state: 'resolved' }]);
  });

  it('from the future is dropped after the clock is set back, and the check is due again', async () => {
    const { claimed, id } = await claimOne();
    server.clock.advance(5 * DAY);
    await record('a', [claimed], GOOD, { kind: 'up' });
    server.clock.advance(MINUTE - 5 * DAY);
    expect((await claim('a')).filter(({ check }) => check.id === id)).toEqual([]);
    await server.runUpkeep('monitoring.mend-check-times');
    const again = (await claim('a')).filter(({ check }) => check.id === id);
    expect(again).toHaveLength(1);
    await record('a', again, GOOD, { kind: 'up' });
    const results = await resultsOf(id);
    expect(results.at(-1)).toMatchObject({ at: server.clock.now(), done: 2 });
  });
});
