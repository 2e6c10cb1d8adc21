import { createServer } from 'node:https';
import { makeCertificate } from '@hostler/testing/receivers/certificate.ts';
import { listen, startHttpReceiver, type TestReceiver } from '@hostler/testing/receivers/receiver.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createProber } from '#kernel/net/prober.ts';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { addToBars, readBars, readUptime } from './bars.ts';
import { makeHistory } from './history.ts';
import { probe, type Question } from './watching/probe.ts';
import { Shares } from './watching/shares.ts';
import { Suspicion } from './watching/suspicion.ts';
import { judge, nextTurn } from './watching/verdict.ts';

describe('the error of a check', () => {
  const prober = createProber({ deniedNetworks: [], allowedNetworks: [], allowLoopback: true });
  const plain = {
    type: 'http',
    expect_status: null,
    expect_text: null,
    follow_redirects: 0,
    redirect_to: null,
  } as const;
  let receiver: TestReceiver;
  afterEach(() => receiver.close());

  const find = async (path: string, question: Partial<Question> = {}) => {
    const target = `http://127.0.0.1:${receiver.port}${path}`;
    return (await probe(prober, { ...plain, target, ...question }, new AbortController().signal)).error;
  };

  it('describes an unexpected status, text or redirect', async () => {
    receiver = await startHttpReceiver(({ url }, response) => {
      if (url === '/old') response.writeHead(301, { location: '/new?secret=1' }).end();
      else response.writeHead(url === '/gone' ? 404 : 200).end('It works.');
    });
    const to = (path: string) => `http://127.0.0.1:${receiver.port}${path}`;
    expect(await find('/')).toBeNull();
    expect(await find('/old')).toBeNull();
    expect(await find('/gone')).toBe('The answer has the status 404.');
    expect(await find('/gone', { expect_status: 404 })).toBeNull();
    expect(await find('/', { expect_status: 204 })).toBe('The answer has the status 200 instead of 204.');
    expect(await find('/', { expect_text: 'works' })).toBeNull();
    expect(await find('/', { expect_text: 'Works' })).toBe('The expected text is not in the answer.');
    expect(await find('/old', { redirect_to: to('/new?secret=1') })).toBeNull();
    expect(
      await find('/old', { follow_redirects: 1, redirect_to: to('/new?secret=1'), expect_status: 200 }),
    ).toBeNull();
    expect(await find('/', { redirect_to: to('/new') })).toBe('The answer does not redirect.');
    expect(await find('/old', { redirect_to: to('/x') })).toBe(
      'The answer redirects to another address than it should.',
    );
  });

  it('describes an invalid certificate', async () => {
    const certificate = await makeCertificate('site.example');
    receiver = await listen(
      createServer(certificate, (_, response) => response.end()),
      '127.0.0.1',
    );
    const ask = async (host: string, ca?: string) => {
      const local = {
        deniedNetworks: [],
        allowedNetworks: [],
        allowLoopback: true,
        resolve: async () => ['127.0.0.1'],
      };
      const target = `https://${host}:${receiver.port}/`;
      const found = createProber(ca ? { ...local, ca } : local);
      return (await probe(found, { ...plain, target }, new AbortController().signal)).error;
    };
    expect(await ask('site.example', certificate.cert)).toBeNull();
    expect(await ask('other.example', certificate.cert)).toBe('The certificate is for another name.');
    expect(await ask('site.example')).toBe(
      'The certificate is signed by itself, and by no authority that is known here.',
    );
  });
});

describe('a verdict', () => {
  it('is down after three failures in a row and up after two successes', () => {
    expect(judge({ status: 'up', tries: 0 }, false, false)).toEqual({ kind: 'again', tries: 1 });
    expect(judge({ status: 'up', tries: 1 }, false, false)).toEqual({ kind: 'again', tries: 2 });
    expect(judge({ status: 'up', tries: 2 }, false, false)).toEqual({ kind: 'down' });
    expect(judge({ status: 'pending', tries: 2 }, false, false)).toEqual({ kind: 'down' });
    expect(judge({ status: 'down', tries: 0 }, false, false)).toEqual({ kind: 'down' });
    expect(judge({ status: 'down', tries: 0 }, true, false)).toEqual({ kind: 'again', tries: 1 });
    expect(judge({ status: 'down', tries: 1 }, true, false)).toEqual({ kind: 'up' });
    expect(judge({ status: 'pending', tries: 0 }, true, false)).toEqual({ kind: 'up' });
  });

  it('is unknown for failures of an unreliable worker, but a success counts', () => {
    expect(judge({ status: 'up', tries: 2 }, false, true)).toEqual({ kind: 'unknown' });
    expect(judge({ status: 'up', tries: 2 }, true, true)).toEqual({ kind: 'up' });
  });
});

describe('the times of checks', () => {
  it('are spread evenly over the interval, and stay the same for each check', () => {
    const now = 1_800_000_000_000;
    const turns = Array.from({ length: 1_000 }, (_, id) => nextTurn(id + 1, 60, now));
    const perSecond = Map.groupBy(turns, (turn) => Math.floor((turn - now) / SECOND));
    expect(perSecond.size).toBe(60);
    expect(Math.max(...perSecond.values().map(({ length }) => length))).toBeLessThan(20);
    expect(nextTurn(7, 60, nextTurn(7, 60, now))).toBe(nextTurn(7, 60, now) + MINUTE);
    expect(turns.every((turn) => turn > now && turn <= now + MINUTE)).toBe(true);
  });
});

describe('worker shares', () => {
  it('limit the running checks of one account and keep room for accounts with none', () => {
    const shares = new Shares();
    const takeAll = (accountId: number) => {
      const share = shares.share();
      let taken = 0;
      while (share.take(accountId)) taken++;
      for (let begun = 0; begun < taken; begun++) shares.begin(accountId);
      return taken;
    };
    expect(takeAll(1)).toBe(10);
    expect(takeAll(1)).toBe(0);
    shares.end(1);
    expect(takeAll(1)).toBe(1);
    for (let account = 2; account < 39; account++) takeAll(account);
    expect(takeAll(100)).toBe(4);
    expect(takeAll(101)).toBe(1);
    expect(shares.free).toBe(512 - 385);
  });
});

describe('a worker', () => {
  const noteMany = (suspicion: Suspicion, accountId: number, count: number, failed: boolean, wasUp = true) => {
    for (let index = 0; index < count; index++) {
      const id = accountId * 1_000 + index;
      suspicion.note({ id, accountId, host: `${id}.example`, wasUp }, failed);
    }
  };
  afterEach(() => vi.useRealTimers());

  it('is unreliable when most of its checks fail, for most customers', () => {
    const suspicion = new Suspicion();
    noteMany(suspicion, 1, 2, true);
    noteMany(suspicion, 2, 2, true);
    expect(suspicion.isGrounded).toBe(false);
    noteMany(suspicion, 3, 2, true);
    expect(suspicion.isGrounded).toBe(true);
    noteMany(suspicion, 1, 2, false);
    noteMany(suspicion, 2, 2, false);
    expect(suspicion.isGrounded).toBe(false);
  });

  it('stays reliable when one customer has many failures, or when targets were never up', () => {
    const suspicion = new Suspicion();
    noteMany(suspicion, 1, 50, true);
    for (const accountId of [2, 3, 4]) noteMany(suspicion, accountId, 1, false);
    expect(suspicion.isGrounded).toBe(false);
    const other = new Suspicion();
    for (const accountId of [1, 2, 3]) noteMany(other, accountId, 10, true, false);
    expect(other.isGrounded).toBe(false);
  });

  it('counts only checks of the last 30 seconds', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const suspicion = new Suspicion();
    for (const accountId of [1, 2]) noteMany(suspicion, accountId, 20, false);
    vi.advanceTimersByTime(31 * SECOND);
    for (const accountId of [1, 2]) noteMany(suspicion, accountId, 5, true);
    expect(suspicion.isGrounded).toBe(true);
    vi.advanceTimersByTime(31 * SECOND);
    expect(suspicion.isGrounded).toBe(false);
  });
});

describe('the bars of a day', () => {
  const noon = Date.UTC(2026, 10, 15, 12);

  it('are 48 half-hours; older ones are dropped', () => {
    let text = '[]';
    for (let minute = 0; minute < 3 * 24 * 60; minute += 10)
      text = addToBars(text, noon + minute * MINUTE, minute % 40 !== 0);
    const last = noon + (3 * 24 * 60 - 10) * MINUTE;
    const bars = readBars(text, last);
    expect(bars).toHaveLength(48);
    expect(bars.at(-1)?.start).toBe(noon + 3 * 24 * HOUR - HOUR / 2);
    expect(bars.every(({ up, down }) => up + down === 3)).toBe(true);
    expect(readUptime(bars)).toBe(75);
    expect(text.length).toBeLessThan(1_000);
    expect(readBars('[]', null)).toEqual([]);
    expect(readUptime(readBars('[]', noon))).toBeNull();
  });

  it('drop half-hours in the future after the clock was set back', () => {
    const text = addToBars(addToBars('[]', noon + HOUR, true), noon, false);
    expect(JSON.parse(text)).toEqual([[noon / (HOUR / 2), 0, 1]]);
  });
});

describe('the history of a check', () => {
  it('is exact for thinned results, and has no response time without a success', () => {
    const at = (minute: number) => 1_800_000_000_000 + minute * MINUTE;
    const results = [
      { at: at(0), done: 100, up: 90, total_ms: 9_000 },
      { at: at(5), done: 105, up: 92, total_ms: 9_400 },
      { at: at(10), done: 110, up: 92, total_ms: 9_400 },
    ];
    const window = { start: at(0), end: at(10), step: 5 * MINUTE };
    const history = makeHistory(results, window, { intervalSeconds: 60, now: at(10) + 25 * HOUR });
    expect(history.upPercent.map(([, value]) => value)).toEqual([40, 0]);
    expect(history.responseMs.map(([, value]) => value)).toEqual([200]);
  });
});
