import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { eventually } from '@hostler/testing/until.ts';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { generateApiKey } from '#modules/identity/credentials/keys/format.ts';

/** Concurrent requests of one account on a pool of ten connections; SQLite has none. */
const MOST_UNDER_WAY = runsOnPostgres ? 6 : 32;
const GUESSES = 300;
const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g;
const NEW_TICKET = '{"subject":"Slow","message":"Slow."}';

let server: TestServer;
let hostile: TestAccount;
let innocent: TestAccount;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer({ worker: false, env: { HOSTLER_LIMITS: 'none' } });
  hostile = await server.createAccount();
  innocent = await server.createAccount();
  return server.stop;
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  vi.restoreAllMocks();
});

const read = (path: string, key: string) => `GET /api/v1${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`;
const write = (key: string) =>
  `POST /api/v1/tickets HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n` +
  `content-length: ${NEW_TICKET.length}\r\n\r\n${NEW_TICKET}`;

/** Opens a connection that records the status of each response. */
async function open() {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  const answers: string[] = [];
  // A status line may arrive in two chunks; the kept rest is too short to be one.
  let rest = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    const received = rest + text;
    answers.push(...Array.from(received.matchAll(STATUS_LINE), ([, status = '']) => status));
    rest = received.slice(1 - 'HTTP/1.1 200 '.length);
  });
  socket.on('error', () => {});
  /** Pipelines requests without waiting for responses. */
  const send = (request: string, times = 1) => socket.write(request.repeat(times));
  return { socket, answers, send };
}

const until = (condition: () => unknown) => eventually(() => expect(condition()).toBeTruthy());

async function openTicket(account: TestAccount): Promise<number> {
  const { body } = await server.post('/tickets', account.live, { subject: 'Help', message: 'Please.' });
  return body.data.id;
}

describe('the requests of one account', () => {
  it('wait for each other, while other accounts are answered in between', async () => {
    const id = await openTicket(innocent);
    await openTicket(hostile);
    const show = read(`/tickets/show?id=${id}`, innocent.live);
    for (const [theirs, many, ours] of [
      [write(hostile.live), 200, write(innocent.live)],
      [write(hostile.live), 200, show],
      [read('/tickets', hostile.live), 600, show],
      [read('/auth/me', hostile.test), 600, show],
    ] as const) {
      const flood = await open();
      const other = await open();
      flood.send(theirs, many);
      other.send(ours);
      await once(other.socket, 'data');
      expect(flood.answers.length).toBeLessThan(many / 2);
      await until(() => flood.answers.length === many);
      expect(new Set(flood.answers).size).toBe(1);
    }
  });

  it('are refused if too many wait, for this account only', async () => {
    const held = Promise.withResolvers<void>();
    const { peek } = server.hostler.db;
    const answers = vi.spyOn(server.hostler.db, 'peek').mockImplementation(async (query) => {
      await held.promise;
      return peek.call(server.hostler.db, query);
    });
    const flood = await open();
    flood.send(read('/auth/me', hostile.live), 1_000 + MOST_UNDER_WAY + 7);
    await until(() => answers.mock.calls.length >= MOST_UNDER_WAY);
    const before = answers.mock.calls.length;
    const other = server.get('/auth/me', innocent.live);
    await until(() => answers.mock.calls.length > before);
    held.resolve();
    expect((await other).status).toBe(200);
    await until(() => flood.answers.length === 1_000 + MOST_UNDER_WAY + 7);
    expect(flood.answers.filter((status) => status === '429')).toHaveLength(7);
  });
});

describe.runIf(runsOnPostgres)('with a pool of connections', () => {
  /** Locks the rows that the writes of an account need. */
  async function holdTotals(account: TestAccount) {
    const holder = new pg.Client({ connectionString: server.hostler.config.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from totals where account_id = $1 for update', [account.id]);
    return async () => {
      await holder.query('rollback');
      await holder.end();
    };
  }

  it('no account takes all connections, not even with writes that wait for each other', async () => {
    const id = await openTicket(innocent);
    await openTicket(hostile);
    const release = await holdTotals(hostile);
    try {
      const begun = vi.spyOn(server.hostler.db, 'write');
      const { answers, send } = await open();
      send(write(hostile.live), 100);
      await until(() => begun.mock.calls.length > 0);
      expect((await server.get(`/tickets/show?id=${id}`, innocent.live)).status).toBe(200);
      await openTicket(innocent);
      expect(answers).toEqual([]);
      await release();
      await until(() => answers.length === 100);
    } finally {
      await release().catch(() => {});
    }
  });

  it('groups more writes than connections for one commit, at most half a group per account', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => server.createAccount()));
    const held = Promise.withResolvers<void>();
    const begun: number[] = [];
    const { write: begin } = server.hostler.db;
    vi.spyOn(server.hostler.db, 'write').mockImplementation(async (body, accountId, alone) => {
      if (accountId !== undefined) {
        begun.push(accountId);
        await held.promise;
      }
      return begin.call(server.hostler.db, body, accountId, alone) as never;
    });
    const of = ({ id }: TestAccount) => begun.filter((account) => account === id).length;
    const flood = await open();
    flood.send(write(hostile.live), 40);
    await until(() => of(hostile) === 16);
    for (const account of others) (await open()).send(write(account.live), 16);
    await until(() => begun.length === 64);
    // On a connection of its own meanwhile.
    expect((await server.get('/tickets?search=slow', innocent.live)).status).toBe(200);
    expect([of(hostile), begun.length]).toEqual([16, 64]);
    held.resolve();
    await until(() => begun.length === 40 + 5 * 16);
    await until(() => flood.answers.length === 40);
    expect(new Set(flood.answers)).toEqual(new Set(['201']));
  });

  it('does not run a request that was aborted while it waited', async () => {
    await openTicket(hostile);
    const { total: before } = (await server.get('/tickets', hostile.live)).body.meta as { total: number };
    const release = await holdTotals(hostile);
    const begun = vi.spyOn(server.hostler.db, 'write');
    try {
      const { socket, send } = await open();
      send(write(hostile.live), 100);
      await until(() => begun.mock.calls.length > 0);
      socket.destroy();
    } finally {
      await release();
    }
    await openTicket(hostile);
    const { total } = (await server.get('/tickets', hostile.live)).body.meta as { total: number };
    expect(total - before).toBeLessThan(20);
  });

  it('looks up at most two unknown keys at a time, and known callers do not wait for them', async () => {
    let [looking, most] = [0, 0];
    const ask = pg.Client.prototype.query as (...asked: unknown[]) => unknown;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...all: unknown[]) {
      const [asked] = all;
      const { text, handleReadyForQuery: end } = asked as { text?: string; handleReadyForQuery(): void };
      if (text?.includes('api_keys')) {
        most = Math.max(most, ++looking);
        const handleReadyForQuery = () => {
          looking--;
          end.call(asked);
        };
        Object.assign(asked as object, { handleReadyForQuery });
      }
      return ask.apply(this, all);
    });
    const { answers, socket } = await open();
    for (let guess = 0; guess < GUESSES; guess++) socket.write(read('/tickets', generateApiKey('live')));
    await until(() => answers.length === GUESSES);
    expect(most).toBe(2);
  });
});
