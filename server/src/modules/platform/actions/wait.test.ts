import type { Action } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { eventually, until } from '@hostler/testing/until.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

let server: TestServer;
let account: TestAccount;
let path: string;

beforeAll(async () => {
  // No worker runs, so the action stays queued.
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
  await server.post('/databases', account.live, { name: 'waited_for' });
  const actions = await server.get('/actions', account.live);
  path = `/actions/show?id=${actions.body.data[0]?.id}`;
  return server.stop;
});

afterEach(() => vi.restoreAllMocks());

/** Starts a long poll that can be aborted. */
function poll(wait: number, key = account.live, action = path) {
  const gone = new AbortController();
  const answer = fetch(`${server.url}/api/v1${action}&wait=${wait}`, {
    headers: { 'x-api-key': key },
    signal: gone.signal,
  });
  answer.catch(() => {});
  return { answer, giveUp: () => gone.abort() };
}

describe('waiting for an action', () => {
  it('takes at most thirty seconds, whatever `wait` says', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    for (const [asked, given] of [
      [7, 7_000],
      [30, 30_000],
      [31, 30_000],
      [86_400, 30_000],
    ] as const) {
      timeout.mockClear();
      const { giveUp } = poll(asked);
      await eventually(() => expect(timeout).toHaveBeenCalled());
      expect([asked, timeout.mock.calls]).toEqual([asked, [[given]]]);
      giveUp();
    }
  });

  it('is limited to twenty requests per key; further requests of that key are answered immediately', async () => {
    const { key } = await server.createKey(account.id, 'live');
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const waiting = Array.from({ length: 20 }, () => poll(30, key));
    await eventually(() => expect(timeout).toHaveBeenCalledTimes(20));
    const further = await server.get<Action>(`${path}&wait=30`, key);
    expect(further.body.data.status).toBe('queued');
    expect(timeout).toHaveBeenCalledTimes(20);
    waiting.push(poll(30));
    await eventually(() => expect(timeout).toHaveBeenCalledTimes(21));
    for (const { giveUp } of waiting) giveUp();
    // An aborted poll frees its place.
    await until(async () => {
      await poll(1, key).answer;
      return timeout.mock.calls.at(-1)?.[0] === 1_000;
    });
  });

  it('is limited to a hundred requests per account, across all keys', async () => {
    const other = await server.createAccount();
    await server.post('/databases', other.live, { name: 'waited_for' });
    const actions = await server.get('/actions', other.live);
    const theirs = `/actions/show?id=${actions.body.data[0]?.id}`;
    const keys = await Promise.all(
      Array.from({ length: 6 }, () => server.createKey(other.id, 'live').then(({ key }) => key)),
    );
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const waiting = keys.slice(0, 5).flatMap((key) => Array.from({ length: 20 }, () => poll(30, key, theirs)));
    await eventually(() => expect(timeout).toHaveBeenCalledTimes(100));
    const further = await server.get<Action>(`${theirs}&wait=30`, keys[5]);
    expect(further.body.data.status).toBe('queued');
    expect(timeout).toHaveBeenCalledTimes(100);
    for (const { giveUp } of waiting) giveUp();
  });
});
