import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../testing/api-types.ts';
import { untilListed } from './resources.ts';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return world.close;
});

const create = (body: unknown, as = world.alpha.live) => world.client.post('/databases', as, body);
const list = (query = '', as = world.alpha.live) => world.client.get<Database[]>(`/databases${query}`, as);

describe('creating a database', () => {
  test('returns 201 with a password and a uri, which are shown only once', async () => {
    const { status, body } = await create({ name: 'shop' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: 'shop', engine: 'postgresql', status: 'creating' });
    const { password, username, host, port, uri } = body.data;
    expect(password.length).toBeGreaterThanOrEqual(16);
    const parsed = new URL(uri);
    expect(parsed.protocol).toBe('postgresql:');
    expect([parsed.username, parsed.password, parsed.hostname, Number(parsed.port)]).toEqual([
      username,
      password,
      host,
      port,
    ]);
    await untilListed(world, '/databases', world.alpha.live, body.data.id, 'active');
    const listed = await list();
    expect(listed.text).not.toContain(password);
    expect(listed.body.data.find(({ id }) => id === body.data.id)).not.toHaveProperty('password');
  });

  test('accepts the engines postgresql and mariadb, and mysql as an alias of mariadb', async () => {
    for (const [engine, kind] of [
      ['postgresql', 'postgresql'],
      ['mariadb', 'mariadb'],
      ['mysql', 'mariadb'],
    ] as const) {
      const { status, body } = await create({ name: `on_${engine}`, engine });
      expect([engine, status, body.data?.engine]).toEqual([engine, 201, kind]);
    }
    for (const engine of ['oracle', 'PostgreSQL', '', 7]) {
      const { status, body } = await create({ name: 'engine', engine });
      expect([engine, status]).toEqual([engine, 422]);
      expect(body.error.details?.map(({ field }) => field)).toEqual(['engine']);
    }
  });

  test('returns 409 DATABASE_ALREADY_EXISTS for a name in use in the account, but not in another account', async () => {
    expect((await create({ name: 'twice' })).status).toBe(201);
    const again = await create({ name: 'twice' });
    expect([again.status, again.body.error.code]).toEqual([409, 'DATABASE_ALREADY_EXISTS']);
    const other = await create({ name: 'twice' }, world.beta.live);
    expect(other.status).toBe(201);
    expect(other.body.data.username).not.toBe((await list('?search=twice')).body.data[0]?.username);
  });

  test('succeeds once for concurrent requests with the same name', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ name: 'race' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  test('requires a name of lower-case letters, digits and underscores', async () => {
    for (const name of ['', '1a', 'A', 'a-b', 'a b', 'ä', 'a'.repeat(49), 'a\n', 'a;drop', 7, null, ['a']]) {
      const { status, body } = await create({ name });
      expect([name, status]).toEqual([name, 422]);
      expect(body.error.details?.map(({ field }) => field)).toEqual(['name']);
    }
    expect((await create({})).body.error.details?.map(({ field }) => field)).toEqual(['name']);
    expect((await create({ name: 'a'.repeat(48) })).status).toBe(201);
  });
});

describe('removing a database', () => {
  test('returns 200 with the removed database, and frees its name immediately', async () => {
    const { body } = await create({ name: 'removed' });
    const { id } = body.data;
    await untilListed(world, '/databases', world.alpha.live, id, 'active');
    const removed = await world.client.post(`/databases/remove?id=${id}`, world.alpha.live);
    expect(removed.status).toBe(200);
    expect(removed.body.data).toMatchObject({ id, name: 'removed' });
    expect(removed.body.data).not.toHaveProperty('password');
    expect((await list('?search=removed')).body.meta.total).toBe(0);
    expect((await world.client.post(`/databases/remove?id=${id}`, world.alpha.live)).status).toBe(404);
    const again = await create({ name: 'removed' });
    expect(again.status).toBe(201);
    expect(again.body.data.password).not.toBe(body.data.password);
    await untilListed(world, '/databases', world.alpha.live, again.body.data.id, 'active');
  });

  test('accepts the id in the body, as id or database_id', async () => {
    for (const name of ['id', 'database_id']) {
      const { body } = await create({ name: `by_${name}` });
      const removed = await world.client.post('/databases/remove', world.alpha.live, { [name]: body.data.id });
      expect(removed.status).toBe(200);
    }
  });
});

describe('the list of databases', () => {
  test('can be searched by name, and its totals match its items', async () => {
    expect((await list('?search=SHO')).body.data.map(({ name }) => name)).toEqual(['shop']);
    await world.client.until('/databases?status=creating', world.alpha.live, (left) => left.length === 0);
    const all = await world.client.all('/databases', world.alpha.live);
    expect((await list()).body.meta.total).toBe(all.length);
    expect((await list('?status=active')).body.meta.total).toBe(all.length);
  });
});
