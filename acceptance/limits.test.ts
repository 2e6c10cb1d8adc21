import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Limits } from '../testing/api-types.ts';
import { until } from '../testing/until.ts';
import { runHostler } from './hostler-process.ts';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld({ settings: { HOSTLER_LIMITS: 'open_tickets=2,keys=4' } });
  return world.close;
});

const run = (...args: string[]) => runHostler(args, world.server.settings);
const openTicket = (as = world.alpha.live, body: object = { subject: 'One more', message: 'Of many.' }) =>
  world.client.post('/tickets', as, body);
const readLimits = async () => (await world.client.get('/auth/me', world.alpha.live)).body.data;

describe('limits of an account', () => {
  test('are shown with their usage, equally to the customer and the operator', async () => {
    const { account, limits } = await readLimits();
    expect(limits).toMatchObject({
      servers: { limit: 100, used: expect.any(Number) },
      open_tickets: { limit: 2 },
      records: { limit: 500, used: null },
      backup_bytes: { limit: 1024 ** 4 },
    });
    const told = async () => {
      const { limits } = await readLimits();
      const { code, stdout } = await run('account', 'limits', '--account', String(account.id), '--json');
      return { code, operator: JSON.parse(stdout) as object, customer: { account_id: account.id, limits } };
    };
    // Background work of the setup may end between the two requests and change a count.
    const { code, operator, customer } = await until(async () => {
      const answers = await told();
      return isDeepStrictEqual(answers.operator, answers.customer) && answers;
    });
    expect([code, operator]).toEqual([0, customer]);
  });

  test('are checked last: 409 QUOTA_EXCEEDED at the limit, until a resource is freed or the limit raised', async () => {
    const { account, limits } = await readLimits();
    for (let used = limits.open_tickets?.used ?? 0; used < 2; used++) expect((await openTicket()).status).toBe(201);
    const sentence =
      'This account has reached its limit of 2 open tickets (open_tickets). Close one, or ask for a higher limit.';
    const params = { each: 'account', amount: '2 open tickets', limit: 'open_tickets', advice: 'Close one', max: 2 };
    for (const key of [world.alpha.live, world.alpha.test]) {
      const { status, body } = await openTicket(key);
      expect([status, body.error]).toEqual([
        409,
        { code: 'QUOTA_EXCEEDED', message: sentence, reason: 'limit_reached', params },
      ]);
    }
    expect((await openTicket(world.alpha.live, { subject: '' })).status).toBe(422);
    expect((await openTicket(world.beta.live)).status).toBe(201);
    const raise = await run('account', 'limits', '--account', String(account.id), '--set', 'open_tickets=3', '--json');
    expect((JSON.parse(raise.stdout) as { limits: Limits }).limits.open_tickets).toEqual({ limit: 3, used: 2 });
    const { body } = await openTicket();
    expect((await openTicket()).status).toBe(409);
    await world.client.post('/tickets/close', world.alpha.live, { id: body.data.id });
    expect((await openTicket()).status).toBe(201);
  });

  test('apply to the operator too, and the error names the command that raises them', async () => {
    const { account, limits } = await readLimits();
    const create = () =>
      run('key', 'create', '--account', String(account.id), '--environment', 'live', '--scopes', 'tickets.read');
    for (let used = limits.keys?.used ?? 0; used < 4; used++) expect((await create()).code).toBe(0);
    const { code, stderr } = await create();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `hostler: This account has reached its limit of 4 API keys (keys). Revoke one, or ask for a higher limit. To raise it: hostler account limits --account ${account.id} --set keys=<number>.\n`,
    );
  });

  test('stop the process with a one-line error if HOSTLER_LIMITS has an unknown name', async () => {
    const wrong = await runHostler(['account', 'list'], { ...world.server.settings, HOSTLER_LIMITS: 'server=5' });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/^hostler: HOSTLER_LIMITS: There is no limit "server"; there are: [^\n]+\.\n$/);
  });
});
