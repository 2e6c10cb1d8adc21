import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startHttpReceiver, type TestReceiver } from '../../testing/receivers/receiver.ts';
import { type Credentials, Hostler, HostlerError, type TransportOptions } from './index.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (response: ServerResponse, seen: Seen) => void;

const KEY: Credentials = { apiKey: 'svc_live_x' };
let server: TestReceiver | undefined;
afterEach(() => server?.close());

/** Starts a server that returns these responses in order and then repeats the last one. */
async function connect(
  answers: Answer[],
  options: Pick<TransportOptions, 'timeout' | 'retries'> = {},
  by: Credentials = KEY,
) {
  const seen: Seen[] = [];
  server = await startHttpReceiver(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body });
    const answer = answers[Math.min(seen.length, answers.length) - 1];
    answer?.(response, { method, url, headers, body });
  });
  const baseUrl = `http://127.0.0.1:${server.port}`;
  return { hostler: new Hostler({ ...options, ...by, baseUrl }), seen };
}

function give(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(status, headers).end(JSON.stringify(body));
}

const good = give(200, { success: true, data: { id: 1 } });
/** Error response with a short `Retry-After`, so that the test does not wait. */
const fail = (status: number, code: string) =>
  give(
    status,
    { success: false, error: { code, message: `It is ${code}.` } },
    { 'Retry-After': '0', 'X-Request-Id': 'r1' },
  );
const cut: Answer = (response) => response.socket?.destroy();

describe('a call', () => {
  it('sends its input as the query of a GET or the JSON body of a POST, without undefined values', async () => {
    const { hostler, seen } = await connect([good]);
    await hostler.hosting.show({ id: 7 });
    await hostler.hosting.restart({ id: 7, force: undefined });
    expect(seen).toMatchObject([
      { method: 'GET', url: '/api/v1/hosting/show?id=7', body: '', headers: { 'x-api-key': 'svc_live_x' } },
      { method: 'POST', url: '/api/v1/hosting/restart', body: '{"id":7}' },
    ]);
    expect(seen[0]?.headers).not.toHaveProperty('content-type');
  });

  it('sends the ETag of the previous response, and returns that response again for a 304', async () => {
    const tagged = (id: number, ETag: string) => give(200, { success: true, data: { id } }, { ETag });
    const same: Answer = (response) => response.writeHead(304).end();
    const { hostler, seen } = await connect([tagged(1, 'W/"a"'), same, tagged(2, 'W/"b"'), same, good, good]);
    const found = [];
    for (let count = 0; count < 6; count++) found.push(await hostler.hosting.show({ id: 7 }));
    expect(found.map(({ id }) => id)).toEqual([1, 1, 2, 2, 1, 1]);
    expect(found[1]).not.toBe(found[0]);
    const known = seen.map(({ headers }) => headers['if-none-match']);
    expect(known).toEqual([undefined, 'W/"a"', 'W/"a"', 'W/"b"', 'W/"b"', undefined]);
  });

  it('throws the error of the API if it is refused', async () => {
    const details = [{ field: 'subject', message: 'must have 2 characters.', reason: 'too_short', params: { min: 2 } }];
    const params = { name: 'a', count: 3 };
    const error = { code: 'VALIDATION_ERROR', message: 'The request is invalid.', reason: 'odd_name', params, details };
    const { hostler } = await connect([give(422, { success: false, error }, { 'X-Request-Id': 'req_1' })]);
    const call = hostler.tickets.create({ subject: '', message: 'x' });
    await expect(call).rejects.toBeInstanceOf(HostlerError);
    await expect(call).rejects.toMatchObject({ ...error, status: 422, requestId: 'req_1', retryAfter: undefined });
  });

  it('throws UNEXPECTED_ANSWER if the response is not from the API', async () => {
    const proxy: Answer = (response) => response.writeHead(404).end('<h1>Not here</h1>');
    const { hostler } = await connect([proxy]);
    await expect(hostler.auth.me()).rejects.toMatchObject({ status: 404, code: 'UNEXPECTED_ANSWER' });
  });

  it('does not follow a redirect, which would turn a write into a read', async () => {
    const elsewhere = await startHttpReceiver((_, response) => void response.end('{"data":[]}'));
    try {
      const moved = give(301, {}, { Location: `http://127.0.0.1:${elsewhere.port}/api/v1/tickets` });
      const { hostler, seen } = await connect([moved]);
      const call = hostler.tickets.create({ subject: 'a', message: 'b' });
      await expect(call).rejects.toMatchObject({ status: 301, code: 'UNEXPECTED_ANSWER' });
      await expect(call).rejects.toThrow('baseUrl');
      expect([seen.length, elsewhere.connections()]).toEqual([1, 0]);
    } finally {
      await elsewhere.close();
    }
  });

  it('does not cache a response that is not from the API, even with an ETag', async () => {
    const proxy: Answer = (response) => response.writeHead(200, { ETag: '"p"' }).end('<h1>Sign in</h1>');
    const { hostler, seen } = await connect([proxy, good]);
    await expect(hostler.auth.me()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    await hostler.auth.me();
    expect(seen[1]?.headers).not.toHaveProperty('if-none-match');
  });

  it('rejects with the reason of its abort signal, also during a pause', async () => {
    const { hostler } = await connect([give(429, {}, { 'Retry-After': '30' })]);
    const controller = new AbortController();
    const call = hostler.auth.me({ signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });

  it('accepts any timeout, even an infinite or fractional one', async () => {
    for (const timeout of [Number.POSITIVE_INFINITY, 200 / 3, 10_000_000]) {
      const { hostler } = await connect([good], { timeout, retries: 0 });
      await expect(hostler.hosting.show({ id: 1 }), String(timeout)).resolves.toEqual({ id: 1 });
      await server?.close();
    }
  });

  it('fails with TIMEOUT if it takes too long', async () => {
    const { hostler } = await connect([() => {}], { timeout: 0.05, retries: 0 });
    await expect(hostler.auth.me()).rejects.toMatchObject({ status: 0, code: 'TIMEOUT' });
  });
});

describe('a call that fails temporarily', () => {
  it('is retried after 429, 5xx and a lost connection, and a write keeps its idempotency key', async () => {
    const { hostler, seen } = await connect(
      [cut, fail(503, 'INTERNAL_ERROR'), fail(429, 'RATE_LIMIT_EXCEEDED'), good],
      {
        retries: 3,
      },
    );
    await hostler.tickets.create({ subject: 'a', message: 'b' });
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([4, 1]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    await hostler.tickets.create({ subject: 'a', message: 'b' });
    expect(seen.at(-1)?.headers['idempotency-key']).not.toBe(keys[0]);
  });

  it('is retried after 409 IDEMPOTENCY_KEY_REUSED if the response to the first attempt was lost', async () => {
    const { hostler, seen } = await connect([cut, fail(409, 'IDEMPOTENCY_KEY_REUSED'), good]);
    await hostler.tickets.close({ id: 1 });
    expect(seen).toHaveLength(3);
  });

  it('is retried as often as configured, with bounded pauses', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync');
    try {
      const broken = give(500, { success: false, error: { code: 'INTERNAL_ERROR', message: 'No.' } });
      const { hostler, seen } = await connect([broken], { retries: 12 });
      await expect(hostler.auth.me()).rejects.toMatchObject({ status: 500 });
      expect(seen).toHaveLength(13);
    } finally {
      vi.useRealTimers();
    }
  });

  it('fails with the last error after 2 retries by default', async () => {
    const { hostler, seen } = await connect([fail(500, 'INTERNAL_ERROR')]);
    await expect(hostler.auth.me()).rejects.toMatchObject({ code: 'INTERNAL_ERROR', requestId: 'r1' });
    expect(seen).toHaveLength(3);
  });

  it('is not retried after a 500 if a repetition could do harm, but is retried after a 429', async () => {
    const lost = await connect([fail(500, 'INTERNAL_ERROR')]);
    await expect(lost.hostler.webhooks.test({ id: 1 })).rejects.toMatchObject({ status: 500 });
    expect(lost.seen).toHaveLength(1);
    await server?.close();
    const refused = await connect([fail(429, 'RATE_LIMIT_EXCEEDED'), good]);
    await refused.hostler.webhooks.test({ id: 1 });
    expect(refused.seen).toHaveLength(2);
  });

  it('is not retried after a final refusal, or if the pause would be longer than 60 seconds', async () => {
    const refused = await connect([fail(409, 'IDEMPOTENCY_KEY_REUSED')]);
    await expect(refused.hostler.tickets.close({ id: 1 })).rejects.toMatchObject({ status: 409 });
    await server?.close();
    const busy = await connect([give(429, {}, { 'Retry-After': '61' })]);
    await expect(busy.hostler.auth.me()).rejects.toMatchObject({ status: 429, retryAfter: 61 });
    expect([refused.seen.length, busy.seen.length]).toEqual([1, 1]);
  });
});

describe('a list', () => {
  const page = (url = '') => Number(new URL(url, 'http://x').searchParams.get('page') ?? 1);
  const three: Answer = (response, { url }) =>
    give(200, {
      success: true,
      data: [{ id: page(url) * 10 }, { id: page(url) * 10 + 1 }],
      meta: { current_page: page(url), per_page: 2, total: 6, last_page: 3 },
      links: { next: page(url) < 3 ? '/next' : null },
    })(response, { method: '', url, headers: {}, body: '' });

  it('returns one page if awaited, and all items from that page on with its filters if iterated', async () => {
    const { hostler, seen } = await connect([three]);
    expect((await hostler.hosting.list({ page: 2 })).data).toEqual([{ id: 20 }, { id: 21 }]);
    const found: number[] = [];
    for await (const { id } of hostler.hosting.list({ page: 2, status: 'running' })) found.push(id);
    expect(found).toEqual([20, 21, 30, 31]);
    expect(seen.at(-1)?.url).toBe('/api/v1/hosting?page=3&status=running');
  });

  it('does not request a page before it is needed', async () => {
    const { hostler, seen } = await connect([three]);
    for await (const { id } of hostler.hosting.list()) if (id === 11) break;
    expect(seen).toHaveLength(1);
  });

  it('continues a feed until has_more is false', async () => {
    const part = (id: number, has_more: boolean) =>
      give(200, { success: true, data: [{ id }], meta: { next_after: id, has_more } });
    const { hostler, seen } = await connect([part(4, true), part(9, false)]);
    const found: number[] = [];
    for await (const { id } of hostler.events.list({ limit: 1 })) found.push(id);
    expect(found).toEqual([4, 9]);
    expect(seen[1]?.url).toBe('/api/v1/events?limit=1&after=4');
  });

  it('continues a feed backwards if it is sorted newest first', async () => {
    const part = (id: number, has_more: boolean) =>
      give(200, { success: true, data: [{ id }], meta: { next_after: 9, next_before: id, has_more } });
    const { hostler, seen } = await connect([part(9, true), part(4, false)]);
    for await (const _ of hostler.events.list({ sort: 'desc' }));
    expect(seen.map(({ url }) => url)).toEqual(['/api/v1/events?sort=desc', '/api/v1/events?sort=desc&before=9']);
  });
});

describe('a token', () => {
  const onlyWith =
    (token: string): Answer =>
    (response, seen) =>
      (seen.headers.authorization === `Bearer ${token}` ? good : fail(401, 'UNAUTHORIZED'))(response, seen);

  it('is requested once more if it is refused, and the call fails if the new one is refused, too', async () => {
    const asked: (string | undefined)[] = [];
    const token = (refused?: string) => {
      asked.push(refused);
      return refused === undefined ? 'old' : 'new';
    };
    const { hostler } = await connect([onlyWith('new')], {}, { token });
    await hostler.auth.me();
    expect(asked).toEqual([undefined, 'old']);
    await server?.close();
    const never = await connect([onlyWith('another')], {}, { token });
    await expect(never.hostler.auth.me()).rejects.toMatchObject({ status: 401 });
    expect(never.seen).toHaveLength(2);
  });

  it('is refreshed once if several calls find it expired', async () => {
    const next = { access_token: 'a2', refresh_token: 'r2', expires_in: 3600 };
    const kept: unknown[] = [];
    const { hostler, seen } = await connect(
      [
        (response, seen) =>
          (seen.url === '/api/v1/auth/refresh' ? give(200, { data: next }) : onlyWith('a2'))(response, seen),
      ],
      {},
      { tokens: { access_token: 'a1', refresh_token: 'r1', expires_in: 0 }, onRefresh: (pair) => kept.push(pair) },
    );
    await Promise.all([hostler.auth.me(), hostler.auth.me(), hostler.auth.me()]);
    await hostler.auth.me();
    expect(kept).toEqual([next]);
    const renewals = seen.filter(({ url }) => url === '/api/v1/auth/refresh');
    expect(renewals.map(({ body }) => body)).toEqual(['{"refresh_token":"r1"}']);
  });
});

describe('a call whose token is being refreshed', () => {
  it('rejects when its signal aborts, and the other calls continue', async () => {
    const next = { access_token: 'a2', refresh_token: 'r2', expires_in: 3600 };
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const { hostler } = await connect(
      [
        async (response, seen) => {
          if (seen.url !== '/api/v1/auth/refresh') {
            const known = seen.headers.authorization === 'Bearer a2';
            return (known ? good : fail(401, 'UNAUTHORIZED'))(response, seen);
          }
          asked.resolve();
          await answer.promise;
          give(200, { data: next })(response, seen);
        },
      ],
      {},
      { tokens: { access_token: 'a1', refresh_token: 'r1', expires_in: 0 } },
    );
    const controller = new AbortController();
    const ended = hostler.auth.me({ signal: controller.signal });
    const patient = hostler.auth.me();
    await asked.promise;
    controller.abort(new Error('enough'));
    await expect(ended).rejects.toThrow('enough');
    await expect(hostler.auth.me({ signal: controller.signal })).rejects.toThrow('enough');
    answer.resolve();
    await patient;
  });
});

/** Replaces the timer without a spy: `vi.restoreAllMocks` would later restore a stopped clock for other tests. */
async function notePauses(work: () => Promise<unknown>): Promise<(number | undefined)[]> {
  const { setTimeout: clock } = globalThis;
  const pauses: (number | undefined)[] = [];
  const noting = (...[then, pause, ...rest]: Parameters<typeof clock>) => {
    pauses.push(pause);
    return clock(then, pause, ...rest);
  };
  globalThis.setTimeout = Object.assign(noting, clock);
  try {
    await work();
  } finally {
    globalThis.setTimeout = clock;
  }
  return pauses;
}

describe('waiting for an action', () => {
  // Skip all pauses.
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync'),
  );
  afterEach(() => void vi.useRealTimers());

  const action = (status: string, progress: number, error: unknown = null) =>
    give(200, { success: true, data: { id: 3, status, progress, error } });

  it('reports each step once, and resolves with the finished action', async () => {
    const answers = [action('queued', 0), action('running', 40), action('running', 40), action('succeeded', 100)];
    const { hostler, seen } = await connect(answers);
    const told: string[] = [];
    const onProgress = ({ status, progress }: { status: string; progress: number }) =>
      told.push(`${status} ${progress}`);
    expect(await hostler.waitForAction(3, { onProgress })).toMatchObject({ status: 'succeeded' });
    expect(told).toEqual(['queued 0', 'running 40', 'succeeded 100']);
    expect(seen.map(({ url }) => url)).toEqual([0, 20, 20, 20].map((wait) => `/api/v1/actions/show?id=3&wait=${wait}`));
  });

  it('pauses for 5 seconds if the server answers immediately instead of waiting', async () => {
    const answers = [...Array.from({ length: 6 }, () => action('running', 40)), action('succeeded', 100)];
    const { hostler } = await connect(answers);
    // Freeze the clock, because a busy machine may respond late.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const pauses = await notePauses(() => hostler.waitForAction(3)).finally(() => clock.mockRestore());
    expect(pauses.filter((pause) => pause === 5_000)).toHaveLength(5);
  });

  it('asks the server to wait for at most half the timeout', async () => {
    const { hostler, seen } = await connect([action('running', 40), action('succeeded', 100)], { timeout: 30 });
    await hostler.waitForAction(3);
    expect(seen.at(-1)?.url).toBe('/api/v1/actions/show?id=3&wait=15');
  });

  it('throws the error of a failed action', async () => {
    const error = { code: 'ENGINE_REFUSED', message: 'The disk is full.' };
    const { hostler } = await connect([action('failed', 30, error)]);
    await expect(hostler.waitForAction(3)).rejects.toMatchObject({ ...error, action: { id: 3 } });
  });
});
