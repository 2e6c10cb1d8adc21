import { beforeAll, describe, expect, test } from 'vitest';
import { describeWithService } from '../testing/describe-with-service.ts';
import { eventually } from '../testing/until.ts';
import { type Answer, Client } from './client.ts';
import { runsOnPostgres } from './seed.ts';
import { startServer } from './server.ts';
import { startTcpProxy } from './tcp-proxy.ts';
import { minimalBody, nameOperation, withQuery } from './walk.ts';
import { openWorld, type World } from './world.ts';

interface Budget {
  limit: number;
  remaining: number;
  reset: number;
}

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return world.close;
});

async function createKey(limit: number, ...options: string[]): Promise<string> {
  const what = ['--account', world.alpha.id, '--environment', 'live', '--scopes', 'all', '--rate-limit', limit];
  return (await world.server.command<{ key: string }>('key', 'create', ...what, ...options)).key;
}

function budgetOf({ headers }: Answer<unknown>): Budget {
  const number = (name: string) => {
    expect(headers.get(name), name).toMatch(/^\d+$/);
    return Number(headers.get(name));
  };
  return {
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset: number('x-ratelimit-reset'),
  };
}

/** Server time of the response in seconds: a busy machine may deliver it late. */
const answeredAt = ({ headers }: Answer<unknown>) => Date.parse(headers.get('date') ?? '') / 1000;

/**
 * Calls until a request is refused, and once more. A new minute starts a new budget, so only the last window counts.
 */
async function spend(call: () => Promise<Answer<unknown>>): Promise<{ admitted: Budget[]; refused: Answer<unknown> }> {
  let admitted: Budget[] = [];
  for (;;) {
    const answer = await call();
    const budget = budgetOf(answer);
    if (admitted.length > 0 && admitted[0]?.reset !== budget.reset) admitted = [];
    if (answer.status === 429) return { admitted, refused: answer };
    admitted.push(budget);
  }
}

describe('the rate limit headers', () => {
  test('are sent with every response to an authenticated caller, successful or not, on every operation', async () => {
    const seen = new Set<number>();
    for (const operation of world.client.api.operations.filter(({ isPublic }) => !isPublic)) {
      const { method, path, id } = operation;
      const valid = minimalBody(world.client.api, operation);
      const requests: [string, unknown][] = [
        [path, method === 'POST' ? {} : undefined],
        [withQuery(path, id ? { [id]: 999_999_999 } : {}), valid],
        [`${path}?${id ?? 'page'}=nonsense`, valid],
      ];
      if (method === 'POST') requests.push([path, '{"broken'], [path, 'x'.repeat(1024 * 1024 + 1)]);
      for (const [target, body] of requests) {
        const answer = await world.client.request(method, target, { as: world.alpha.live, body });
        seen.add(answer.status);
        const { limit, remaining, reset } = budgetOf(answer);
        expect(limit, nameOperation(operation)).toBe(1_000_000_000);
        expect(remaining).toBeLessThan(limit);
        expect(reset % 60).toBe(0);
        expect(reset - answeredAt(answer)).toBeGreaterThan(-2);
        expect(reset - Date.now() / 1000).toBeLessThanOrEqual(60);
        expect(answer.headers.get('x-environment')).toBe('production');
      }
    }
    for (const status of [200, 400, 404, 413, 422]) expect([...seen]).toContain(status);
  });

  test('are sent with responses that refuse the scope, and with those of the token endpoints', async () => {
    const { body, ...issued } = await world.client.post('/auth/token', undefined, {
      api_key: world.alpha.live,
      scopes: ['emails.read'],
    });
    budgetOf({ body, ...issued } as Answer<unknown>);
    const refused = await world.client.get('/tickets', body.data.access_token);
    expect(refused.status).toBe(403);
    budgetOf(refused);
    budgetOf(await world.client.post('/auth/refresh', undefined, { refresh_token: body.data.refresh_token }));
    budgetOf(await world.client.post('/auth/token', undefined, { api_key: world.alpha.live, scopes: ['nonsense'] }));
  });

  test('are not sent without authentication or for an unknown path', async () => {
    for (const answer of [await world.client.get('/auth/me'), await world.client.get('/nothing', world.alpha.live)]) {
      expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
      expect(answer.headers.get('x-environment')).toBeNull();
    }
  });
});

describe('an API key', () => {
  test('can be used up to its limit per minute, then returns 429 with the seconds to wait', async () => {
    const key = await createKey(7);
    const { admitted, refused } = await spend(() => world.client.get('/auth/me', key));
    expect(admitted.map(({ limit, remaining }) => [limit, remaining])).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((left) => [7, left]),
    );
    expect(refused.body.error.code).toBe('RATE_LIMIT_EXCEEDED');
    const { limit, remaining, reset } = budgetOf(refused);
    expect([limit, remaining]).toEqual([7, 0]);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(Math.abs(reset - answeredAt(refused) - seconds)).toBeLessThan(5);
    expect(refused.body.error.message).toContain(`${seconds} seconds`);
  });

  test('shares its limit with its tokens and with the creation of tokens, but not with other keys', async () => {
    const key = await createKey(5);
    const { body } = await world.client.post('/auth/token', undefined, { api_key: key });
    const credentials = [key, body.data.access_token];
    let turn = 0;
    const { admitted } = await spend(() => world.client.get('/auth/me', credentials[turn++ % 2]));
    expect(admitted.at(-1)).toMatchObject({ limit: 5, remaining: 0 });
    for (const credential of credentials) {
      // A new minute may have begun.
      const { status, headers } = await world.client.get('/auth/me', credential);
      if (status !== 429) expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(2);
    }
    expect((await world.client.get('/auth/me', world.alpha.live)).status).toBe(200);
  });

  test('uses up its limit with failed requests too', async () => {
    const key = await createKey(3);
    const { admitted } = await spend(() => world.client.get('/tickets/show?id=abc', key));
    expect(admitted.map(({ remaining }) => remaining)).toEqual([2, 1, 0]);
  });
});

describeWithService('valkey', 'servers that share Valkey', (url) => {
  /** Uses a separate database per project: both run concurrently and their keys have the same ids. */
  const settingsVia = (port: number) => {
    const shared = new URL(url);
    shared.port = String(port);
    shared.pathname = runsOnPostgres ? '/2' : '/1';
    return { HOSTLER_VALKEY_URL: shared.href };
  };

  test('count requests together, and separately while Valkey is unreachable', async () => {
    const { hostname, port } = new URL(url);
    const proxy = await startTcpProxy(hostname, Number(port));
    const settings = settingsVia(proxy.port);
    // Both servers start with the same data, so a seed key is valid on both.
    const [first, second] = await Promise.all([startServer({ settings }), startServer({ settings })]);
    try {
      const clients = [await Client.connect(first), await Client.connect(second)] as const;
      const { live } = first.seed.beta;
      expect(second.seed.beta.live).toBe(live);
      const used = async (client: Client) => budgetOf(await client.get('/auth/me', live));
      for (const client of clients) {
        await expect.poll(async () => (await ready(client)).rate_limits).toBe('ok');
      }
      // Within a minute each server sees the uses on the other, except those that Valkey did not count in time.
      await eventually(async () => {
        const budgets = [
          await used(clients[0]),
          await used(clients[1]),
          await used(clients[0]),
          await used(clients[1]),
        ];
        const [{ reset, remaining } = { reset: 0, remaining: 0 }] = budgets;
        expect(budgets.map((budget) => [budget.reset, budget.remaining])).toEqual(
          [0, 1, 2, 3].map((later) => [reset, remaining - later]),
        );
      });

      await proxy.cut();
      for (const client of clients) {
        for (let count = 0; count < 5; count++) expect((await client.get('/auth/me', live)).status).toBe(200);
        await expect.poll(async () => (await ready(client)).rate_limits).toMatch(/alone/);
      }
      // Each server counts alone, from its last count.
      for (;;) {
        const budgets = [await used(clients[0]), await used(clients[1]), await used(clients[0])];
        if (new Set(budgets.map(({ reset }) => reset)).size > 1) continue;
        expect(budgets[2]?.remaining).toBe((budgets[0]?.remaining ?? 0) - 1);
        break;
      }
      await first.process.logged(({ msg = '' }) => msg.includes('counts its rate limits alone'));

      await proxy.restore();
      for (const client of clients) {
        await expect.poll(async () => (await ready(client)).rate_limits).toBe('ok');
      }
      await eventually(async () => {
        const budgets = [await used(clients[0]), await used(clients[1])];
        expect(budgets[1]?.reset).toBe(budgets[0]?.reset);
        expect(budgets[1]?.remaining).toBe((budgets[0]?.remaining ?? 0) - 1);
      });

      async function ready(client: Client): Promise<{ rate_limits: string }> {
        const { url: address } = client === clients[0] ? first : second;
        const response = await fetch(`${address}/readyz`);
        expect(response.status).toBe(200);
        return ((await response.json()) as { data: { rate_limits: string } }).data;
      }
    } finally {
      await Promise.all([first.close(), second.close()]);
      await proxy.close();
    }
  });
});
