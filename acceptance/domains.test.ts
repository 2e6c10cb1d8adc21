import { beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return world.close;
});

const add = (domain: unknown, more: object = {}, as = world.alpha.live) =>
  world.client.post('/domains', as, { domain, ...more });
const show = (id: number, as = world.alpha.live) => world.client.get(`/domains/show?id=${id}`, as);

describe('adding a domain', () => {
  test('returns 201 with the domain, which becomes active', async () => {
    const { status, body } = await add('example.com');
    expect(status).toBe(201);
    expect(body.message).toEqual(expect.any(String));
    expect(body.data).toMatchObject({ domain: 'example.com', status: 'pending', hosting_id: null });
    expect(body.data.nameservers.length).toBeGreaterThan(0);
    const active = await world.client.until(
      `/domains/show?id=${body.data.id}`,
      world.alpha.live,
      ({ status: now }) => now === 'active',
    );
    expect(active).toMatchObject({ domain: 'example.com', status: 'active' });
  });

  test('returns 409 DOMAIN_ALREADY_EXISTS if the domain exists in any account or spelling', async () => {
    expect((await add('taken.example')).status).toBe(201);
    for (const as of [world.alpha.live, world.beta.live]) {
      for (const name of ['taken.example', 'TAKEN.example', 'taken.example.']) {
        const { status, body } = await add(name, {}, as);
        expect([name, status, body.error.code]).toEqual([name, 409, 'DOMAIN_ALREADY_EXISTS']);
      }
    }
  });

  test('below or above a domain of another account is refused, but is allowed within the same account', async () => {
    expect((await add('a.family.example')).status).toBe(201);
    for (const name of ['family.example', 'b.a.family.example', 'c.b.a.family.example']) {
      const { body } = await add(name, {}, world.beta.live);
      expect([name, body.error?.code]).toEqual([name, 'DOMAIN_ALREADY_EXISTS']);
    }
    expect((await add('sibling.family.example', {}, world.beta.live)).status).toBe(201);
    expect((await add('b.a.family.example')).status).toBe(201);
  });

  test('succeeds once for concurrent requests with the same name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        add('race.example', {}, number % 2 === 0 ? world.alpha.live : world.beta.live),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  test('accepts international names and stores them as punycode, in lower case, without a trailing dot', async () => {
    for (const [name, stored] of [
      ['MÜLLER-bau.example', 'xn--mller-bau-q9a.example'],
      ['日本語.example.', 'xn--wgv71a119e.example'],
      ['Shop.Upper.CO.UK', 'shop.upper.co.uk'],
      ['x.test', 'x.test'],
    ] as const) {
      const { status, body } = await add(name);
      expect([name, status, body.data?.domain]).toEqual([name, 201, stored]);
    }
  });

  test('with an invalid name returns a validation error for the field domain', async () => {
    const long = `${'a'.repeat(63)}.`.repeat(4);
    for (const name of [
      '',
      'localhost',
      'com',
      'co.uk',
      '127.0.0.1',
      '[::1]',
      '1.2.3',
      'a..b.example',
      '-a.example',
      'a-.example',
      'a_b.example',
      'a b.example',
      'http://a.example',
      'a.example/path',
      'a.example:80',
      '.example',
      '*.example.com',
      `${'a'.repeat(64)}.example`,
      `${long}example.com`,
      'a\u0000.example',
      'xn--a.example',
      7,
      null,
      ['a.example'],
      {},
    ]) {
      const { status, body } = await add(name);
      expect([name, status, body.error?.code]).toEqual([name, 422, 'VALIDATION_ERROR']);
      expect(body.error.details?.map(({ field }) => field)).toEqual(['domain']);
    }
    const missing = await world.client.post('/domains', world.alpha.live, {});
    expect(missing.body.error.details?.map(({ field }) => field)).toEqual(['domain']);
  });

  test('can point it to a VPS of the same account', async () => {
    const { status, body } = await add('with-vps.example', { hosting_id: world.alpha.hosting });
    expect(status).toBe(201);
    expect(body.data.hosting_id).toBe(world.alpha.hosting);
    expect((await add('foreign-vps.example', { hosting_id: world.beta.hosting })).status).toBe(404);
    for (const hosting_id of ['1', 1.5, 0, [1]]) {
      const answer = await add('wrong-vps.example', { hosting_id });
      expect([hosting_id, answer.status < 500, answer.status >= 400]).toEqual([hosting_id, true, true]);
    }
    expect(await world.client.total('/domains?search=foreign-vps', world.alpha.live)).toBe(0);
  });
});

describe('removing a domain', () => {
  test('returns 200 with the removed domain, which disappears from show and list immediately', async () => {
    const { body } = await add('removed.example');
    const { id } = body.data;
    const removed = await world.client.post(`/domains/remove?id=${id}`, world.alpha.live);
    expect(removed.status).toBe(200);
    expect(removed.body.data).toMatchObject({ id, domain: 'removed.example' });
    expect((await show(id)).status).toBe(404);
    expect(await world.client.total('/domains?search=removed.example', world.alpha.live)).toBe(0);
    expect((await world.client.post(`/domains/remove?id=${id}`, world.alpha.live)).status).toBe(404);
  });

  test('frees its name immediately for any account, and the new domain becomes active', async () => {
    const first = await add('passed-on.example');
    await world.client.post(`/domains/remove?id=${first.body.data.id}`, world.alpha.live);
    const second = await add('passed-on.example', {}, world.beta.live);
    expect(second.status).toBe(201);
    expect(second.body.data.id).not.toBe(first.body.data.id);
    await world.client.until(
      `/domains/show?id=${second.body.data.id}`,
      world.beta.live,
      ({ status }) => status === 'active',
    );
  });

  test('accepts the id in the body, as id or domain_id', async () => {
    for (const name of ['id', 'domain_id']) {
      const { body } = await add(`by-${name.replace('_', '-')}.example`);
      const removed = await world.client.post('/domains/remove', world.alpha.live, { [name]: body.data.id });
      expect(removed.status).toBe(200);
    }
  });
});

describe('the list of domains', () => {
  test('can be searched by name, in punycode and in Unicode', async () => {
    await add('grün.example');
    for (const search of ['GRÜN', 'xn--grn', 'grün.exa']) {
      const { body } = await world.client.get(`/domains?search=${encodeURIComponent(search)}`, world.alpha.live);
      expect([search, body.data.map(({ domain }) => domain)]).toEqual([search, ['xn--grn-ioa.example']]);
    }
  });

  test('has totals by status that match its items', async () => {
    await world.client.until('/domains?status=pending', world.alpha.live, (pending) => pending.length === 0);
    const all = await world.client.all('/domains', world.alpha.live);
    expect(await world.client.total('/domains', world.alpha.live)).toBe(all.length);
    for (const status of ['pending', 'active', 'error']) {
      const expected = all.filter((domain) => domain.status === status).length;
      expect([status, await world.client.total(`/domains?status=${status}`, world.alpha.live)]).toEqual([
        status,
        expected,
      ]);
    }
  });
});
