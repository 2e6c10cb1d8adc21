import { spawn } from 'node:child_process';
import { sql } from '@hostler/database';
import {
  answerWith,
  type Behaviour,
  type Receiver,
  startReceiver,
} from '@hostler/testing/receivers/webhook-receiver.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compose } from '#compose/compose.ts';
import { emit } from '#kernel/events/emit.ts';

/** The program that was built for the whole test run. */
const MAIN = process.env.HOSTLER_ACCEPTANCE_PROGRAM ?? '';
const LEASE_OVER = 61_000;

let server: TestServer;
let account: TestAccount;
const receivers: Receiver[] = [];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function start(options: { worker: boolean } = { worker: true }): Promise<void> {
  server = await startTestServer({ ...options, env: { HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' } });
  account = await server.createAccount();
}

afterEach(async () => {
  vi.restoreAllMocks();
  for (const receiver of receivers.splice(0)) await receiver.close();
  await server.stop();
});

async function receive(behaviour?: Behaviour): Promise<Receiver> {
  const receiver = await startReceiver(behaviour);
  receivers.push(receiver);
  return receiver;
}

async function register(url: string, of = account): Promise<number> {
  const { id } = await server.operator.webhooks.create({ account_id: of.id, url });
  return id;
}

/** Writes events as a module does, many in one transaction. */
async function happen(count: number, of = account): Promise<void> {
  const now = server.clock.now();
  await server.hostler.db.write(function* () {
    for (let number = 0; number < count; number++) {
      yield* emit({ accountId: of.id, type: 'ticket.created', data: { id: number + 1 }, now });
    }
  });
}

const COUNT = sql<{ status: string }, { count: number }>(
  'select count(*) as count from webhook_deliveries where status = :status',
);
async function untilCount(status: string, count: number): Promise<void> {
  while ((await server.hostler.db.read(COUNT.one({ status })))?.count !== count) await pause(20);
}

const eventIds = (receiver: Receiver) => receiver.arrivals.map(({ headers }) => headers['x-webhook-id']);
const hang: Behaviour = () => {};

/** Disables the receivers' timeouts, so that a request to a silent receiver stays in progress. */
function stopTheWatch(): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
}

describe('receivers that', () => {
  beforeEach(() => start());

  it('hang, send an invalid response or close the connection do not delay other receivers', async () => {
    const misbehaving: Behaviour[] = [
      ...Array.from({ length: 10 }, () => hang),
      (_response, _arrival, request) => request.socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n'),
      (_response, _arrival, request) => request.socket.destroy(),
    ];
    for (const behaviour of misbehaving) await register((await receive(behaviour)).url);
    const healthy = await receive();
    await register(healthy.url);
    stopTheWatch();
    await happen(40);
    await healthy.until(40);
    // Once more, now that every bad receiver holds as much as it can.
    await happen(1);
    await healthy.until(41);
    expect(new Set(eventIds(healthy)).size).toBe(41);
  });

  it('are slow and have thousands of pending deliveries do not delay other receivers', async () => {
    const other = await server.createAccount();
    const slow = await receive((response) => setTimeout(() => response.end(), 300));
    await register(slow.url);
    const quick = await receive();
    await register(quick.url, other);
    await happen(5_000);
    await slow.until(4);
    for (let count = 1; count <= 5; count++) {
      await happen(1, other);
      await quick.until(count);
      // Delivering everything to the slow receiver takes a minute.
      expect(slow.arrivals.length).toBeLessThan(5_000);
    }
  });

  it('respond very late, fifty in one account, do not delay another account', async () => {
    const other = await server.createAccount();
    const held: (() => void)[] = [];
    const slow = await receive((response) => void held.push(() => response.end()));
    const quick = await receive();
    for (let number = 1; number <= 50; number++) await register(`${slow.url}/${number}`);
    await register(quick.url, other);
    stopTheWatch();
    for (let batch = 0; batch < 4; batch++) await happen(50);
    await slow.until(50);
    for (let count = 1; count <= 5; count++) {
      await happen(2);
      await happen(1, other);
      await quick.until(count);
    }
    // None of them was answered, and no account has more requests than permitted.
    expect(slow.arrivals.length).toBeLessThanOrEqual(96);
    for (const answer of held) answer();
  });

  it('respond slowly get no second request when the clock jumps', async () => {
    let answer = () => {};
    const receiver = await receive((response) => {
      answer = () => response.end();
    });
    await register(receiver.url);
    stopTheWatch();
    await happen(1);
    await receiver.until(1);
    server.clock.advance(10 * LEASE_OVER);
    await pause(1_200);
    answer();
    await untilCount('succeeded', 1);
    server.clock.advance(86_400_000);
    await pause(700);
    expect(receiver.arrivals).toHaveLength(1);
  });
});

describe('deliveries that a worker has claimed for a webhook', () => {
  const LEASED = sql<object, { count: number }>(
    'select count(*) as count from webhook_deliveries where leased_by is not null',
  );
  const countLeased = async () => (await server.hostler.db.read(LEASED.one({})))?.count ?? 0;
  const PROMPT = 100;
  const ALL = 400;
  /** A receiver that answered promptly, so that many deliveries are claimed in advance, and then stops answering. */
  async function fillHands(): Promise<{ id: number; receiver: Receiver; answerAll: () => void }> {
    await start();
    const held: (() => void)[] = [];
    const receiver = await receive((response) => {
      if (receiver.arrivals.length <= PROMPT) response.end();
      else held.push(() => response.end());
    });
    const id = await register(receiver.url);
    await happen(ALL);
    await untilCount('succeeded', PROMPT);
    await until(async () => (await countLeased()) > held.length + 20);
    const answerAll = () => {
      receiver.behave(answerWith(200));
      for (const answer of held) answer();
    };
    return { id, receiver, answerAll };
  }

  it.each([
    ['paused', (id: number) => server.post('/webhooks/update', account.live, { id, status: 'paused' })],
    ['removed', (id: number) => server.post('/webhooks/remove', account.live, { id })],
  ])('are not sent after the webhook is %s', async (_what, change) => {
    const { id, receiver, answerAll } = await fillHands();
    expect((await change(id)).status).toBe(200);
    // Only requests in progress remain leased.
    await until(async () => (await countLeased()) <= receiver.arrivals.length - PROMPT);
    const arrived = receiver.arrivals.length;
    answerAll();
    await until(async () => (await countLeased()) === 0);
    expect(receiver.arrivals).toHaveLength(arrived);
    expect(arrived).toBeLessThan(ALL);
  });
});

describe('two workers', () => {
  it('send each delivery once', async () => {
    await start();
    const second = await compose({ ...server.hostler, log: pino({ level: 'silent' }) });
    for (const service of second.services) service.start();
    try {
      const open = new Set<string>();
      let together = 0;
      const receiver = await receive((response, { headers }) => {
        const id = headers['x-webhook-id'] ?? '';
        if (open.has(id)) together++;
        open.add(id);
        setTimeout(() => {
          open.delete(id);
          response.end();
        }, 5);
      });
      await register(receiver.url);
      for (let batch = 0; batch < 10; batch++) await happen(50);
      await untilCount('succeeded', 500);
      expect(together).toBe(0);
      expect(eventIds(receiver)).toHaveLength(500);
      expect(new Set(eventIds(receiver)).size).toBe(500);
    } finally {
      await Promise.all(second.services.map((service) => service.stop(5_000)));
      await second.db.close();
    }
  });
});

describe('a worker', () => {
  beforeEach(() => start({ worker: false }));

  it('that is killed during a burst loses nothing: the next worker delivers the rest', async () => {
    const receiver = await receive((response) => setTimeout(() => response.end(), 5));
    await register(receiver.url);
    await happen(800);
    const { config } = server.hostler;
    const worker = spawn(process.execPath, [MAIN, 'worker'], {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        HOSTLER_DATA_DIR: config.dataDir,
        HOSTLER_SECRET_KEY: config.secretKey,
        HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
        ...(config.databaseUrl ? { HOSTLER_DATABASE_URL: config.databaseUrl } : {}),
        HOSTLER_DATABASE_PREPARE: config.databasePrepare ? 'on' : 'off',
      },
    });
    await receiver.until(100);
    worker.kill('SIGKILL');
    await new Promise((resolve) => worker.once('exit', resolve));
    expect(new Set(eventIds(receiver)).size).toBeLessThan(800);
    server.startWorker();
    await untilCount('succeeded', 800);
    expect(new Set(eventIds(receiver)).size).toBe(800);
  });

  it('that is stopped releases the deliveries it has not sent', async () => {
    const receiver = await receive(hang);
    await register(receiver.url);
    await happen(40);
    server.startWorker();
    await receiver.until(4);
    const stopped = Promise.all(server.hostler.services.map((service) => service.stop(200)));
    await stopped;
    const LEASED = sql<object, { count: number }>(
      'select count(*) as count from webhook_deliveries where leased_by is not null',
    );
    expect(await server.hostler.db.read(LEASED.one({}))).toEqual({ count: 0 });
    expect(await server.hostler.db.read(COUNT.one({ status: 'pending' }))).toEqual({ count: 40 });
  });

  it('delivers events that were written before it started', async () => {
    const receiver = await receive();
    await register(receiver.url);
    await happen(3);
    await pause(50);
    expect(receiver.arrivals).toHaveLength(0);
    server.startWorker();
    await receiver.until(3);
  });
});

describe('old deliveries and events', () => {
  it('are deleted after thirty days, and the totals of the lists are updated', async () => {
    await start();
    const receiver = await receive(answerWith(200));
    const id = await register(receiver.url);
    await happen(1_200);
    await untilCount('succeeded', 1_200);
    server.clock.advance(29 * 86_400_000);
    await happen(2);
    await untilCount('succeeded', 1_202);
    server.clock.advance(2 * 86_400_000);
    await server.runUpkeep('webhooks.forget-deliveries', 'events.forget-old');
    const deliveries = await server.get(`/webhooks/deliveries?id=${id}`, account.live);
    expect([deliveries.body.meta.total, deliveries.body.data.length]).toEqual([2, 2]);
    const { body } = await server.get('/events', account.live);
    expect(body.data.map((event) => event.id)).toEqual([1_201, 1_202]);
  });
});
