import { beforeAll, describe, expect, test } from 'vitest';
import type { Ticket } from '../testing/api-types.ts';
import type { Operation } from './openapi.ts';
import { createOne } from './resources.ts';
import { groupOf, nameOperation, withQuery } from './walk.ts';
import { openWorld, type World } from './world.ts';

const COUNT = 61;
let world: World;
/** Ticket ids of Alpha in order of creation. */
const ids: number[] = [];
const closed: number[] = [];
/** Parents of nested lists. */
const owners: Record<string, number | undefined> = {};

beforeAll(async () => {
  world = await openWorld();
  owners.subscriptions = world.alpha.subscription;
  owners.webhooks = await createOne(world, world.alpha, 'webhooks');
  for (let number = 1; number <= COUNT; number++) {
    const { body } = await world.client.post('/tickets', world.alpha.live, {
      subject: `Ticket ${number}${number % 10 === 0 ? ' about Größe 100%_\\' : ''}`,
      message: 'Page me.',
    });
    ids.push(body.data.id);
  }
  for (const id of ids.filter((_, index) => index % 3 === 0)) {
    await world.client.post(`/tickets/close?id=${id}`, world.alpha.live);
    closed.push(id);
  }
  return world.close;
});

const list = (query = '') => world.client.get<Ticket[]>(`/tickets${query}`, world.alpha.live);
const idsOf = (tickets: readonly Ticket[]) => tickets.map(({ id }) => id);

/** Returns all paginated operations of the document. */
function listOperations() {
  return world.client.api.operations.filter(({ query }) => query.some(({ name }) => name === 'per_page'));
}

/** Returns the path of a list, with the id of a parent of Alpha if required. */
function pathOf(operation: Operation, query: Record<string, string | number> = {}): string {
  const { path, id } = operation;
  if (!id) return withQuery(path, query);
  const owner = owners[groupOf(id, operation)];
  if (owner === undefined) throw new Error(`teach this test what ${path} belongs to`);
  return withQuery(path, { [id]: owner, ...query });
}

describe('a page', () => {
  test('is the first one with 25 items by default', async () => {
    const { body } = await list();
    expect(body.data).toHaveLength(25);
    expect(body.meta).toEqual({ current_page: 1, per_page: 25, total: COUNT, last_page: 3 });
    expect(idsOf(body.data)).toEqual(ids.toReversed().slice(0, 25));
  });

  test('has the requested number and size', async () => {
    const { body } = await list('?page=3&per_page=7');
    expect(body.meta).toEqual({ current_page: 3, per_page: 7, total: COUNT, last_page: 9 });
    expect(idsOf(body.data)).toEqual(ids.toReversed().slice(14, 21));
  });

  test('has at most 100 items, and meta shows this', async () => {
    for (const size of [100, 101, 1_000_000, 9_007_199_254_740_991]) {
      const { body } = await list(`?per_page=${size}`);
      expect(body.meta).toEqual({ current_page: 1, per_page: 100, total: COUNT, last_page: 1 });
      expect(body.data).toHaveLength(COUNT);
      expect(body.links.self).toBe('/api/v1/tickets?page=1&per_page=100');
    }
  });

  test('past the end is empty and not an error', async () => {
    for (const page of [4, 1000, 9_007_199_254_740_991]) {
      const { status, body } = await list(`?page=${page}`);
      expect(status).toBe(200);
      expect(body.data).toEqual([]);
      expect(body.meta).toMatchObject({ current_page: page, total: COUNT, last_page: 3 });
      expect(body.links).toMatchObject({ next: null, prev: '/api/v1/tickets?page=3&per_page=25' });
    }
  });

  test('of an empty list is page 1 of 1', async () => {
    const { body } = await world.client.get('/tickets', world.beta.live);
    expect(body.data).toEqual([]);
    expect(body.meta).toEqual({ current_page: 1, per_page: 25, total: 0, last_page: 1 });
    expect(body.links).toEqual({
      self: '/api/v1/tickets?page=1&per_page=25',
      first: '/api/v1/tickets?page=1&per_page=25',
      last: '/api/v1/tickets?page=1&per_page=25',
      next: null,
      prev: null,
    });
  });

  test('returns 400 if its number or size is not an integer of at least 1, on every list', async () => {
    for (const operation of listOperations()) {
      for (const name of ['page', 'per_page']) {
        for (const value of ['0', '-1', '1.5', 'abc', '1e2', '', ' 1', '0x1', '99999999999999999999']) {
          const { status, body } = await world.client.get(pathOf(operation, { [name]: value }), world.alpha.live);
          expect([nameOperation(operation), name, value, status, body.error?.code]).toEqual([
            nameOperation(operation),
            name,
            value,
            400,
            'BAD_REQUEST',
          ]);
          expect(body.error.details?.map(({ field }) => field)).toEqual([name]);
        }
      }
    }
  });
});

describe('links', () => {
  test('are relative paths that always contain page and per_page', async () => {
    const { body } = await list('?page=2');
    expect(body.links).toEqual({
      self: '/api/v1/tickets?page=2&per_page=25',
      first: '/api/v1/tickets?page=1&per_page=25',
      last: '/api/v1/tickets?page=3&per_page=25',
      next: '/api/v1/tickets?page=3&per_page=25',
      prev: '/api/v1/tickets?page=1&per_page=25',
    });
  });

  test('have no next on the last page and no prev on the first page', async () => {
    expect((await list('?page=3')).body.links.next).toBeNull();
    expect((await list('?page=1')).body.links.prev).toBeNull();
  });

  test('keep the other filters of the request', async () => {
    const { body } = await list('?per_page=2&status=open&sort=asc&search=ticket%20%26%20more&unknown=1');
    expect(body.links.self).toBe('/api/v1/tickets?page=1&per_page=2&search=ticket%20%26%20more&status=open&sort=asc');
    const found = await list('?per_page=2&status=open&sort=asc&search=ticket');
    const next = await world.client.get<Ticket[]>(found.body.links.next ?? '', world.alpha.live);
    expect(next.body.meta).toMatchObject({ current_page: 2, per_page: 2, total: found.body.meta.total });
  });

  test('visit every item once, in both directions', async () => {
    for (const [query, expected] of [
      ['', ids.toReversed()],
      ['?sort=asc', ids],
      ['?status=closed', closed.toReversed()],
      ['?status=closed&sort=asc', closed],
    ] as const) {
      const seen: number[] = [];
      let next: string | null = `/tickets${query}${query ? '&' : '?'}per_page=4`;
      let last = '';
      while (next !== null) {
        const { body }: { body: Awaited<ReturnType<typeof list>>['body'] } = await world.client.get<Ticket[]>(
          next,
          world.alpha.live,
        );
        seen.push(...idsOf(body.data));
        last = body.links.self;
        next = body.links.next;
      }
      expect(seen).toEqual(expected);
      const back: number[] = [];
      for (let previous: string | null = last; previous !== null; ) {
        const { body }: { body: Awaited<ReturnType<typeof list>>['body'] } = await world.client.get<Ticket[]>(
          previous,
          world.alpha.live,
        );
        back.unshift(...idsOf(body.data));
        previous = body.links.prev;
      }
      expect(back).toEqual(expected);
    }
  });
});

describe('the sort parameter', () => {
  test('orders by creation, newest first by default and oldest first with asc', async () => {
    expect(idsOf((await list('?per_page=100')).body.data)).toEqual(ids.toReversed());
    expect(idsOf((await list('?per_page=100&sort=desc')).body.data)).toEqual(ids.toReversed());
    expect(idsOf((await list('?per_page=100&sort=asc')).body.data)).toEqual(ids);
  });

  test('returns 400 if it is neither asc nor desc, on every list', async () => {
    for (const operation of listOperations()) {
      for (const sort of ['up', 'ASC', '', 'id', 'asc,desc']) {
        const { status, body } = await world.client.get(pathOf(operation, { sort }), world.alpha.live);
        expect([nameOperation(operation), sort, status, body.error?.code]).toEqual([
          nameOperation(operation),
          sort,
          400,
          'BAD_REQUEST',
        ]);
      }
    }
  });
});

describe('the sort_by parameter', () => {
  const sorting = () => listOperations().filter(({ query }) => query.some(({ name }) => name === 'sort_by'));
  const fieldsOf = (operation: Operation) =>
    operation.query.find(({ name }) => name === 'sort_by')?.schema.enum as string[];

  test('visits every item once, ties in order of id, with links that keep it', async () => {
    // All were closed after the last one was created.
    const open = ids.filter((id) => !closed.includes(id));
    const updated = [...open, ...closed];
    const about = updated.filter((id) => (ids.indexOf(id) + 1) % 10 === 0);
    for (const [query, expected] of [
      ['sort_by=updated_at&sort=asc', updated],
      ['sort_by=updated_at', updated.toReversed()],
      ['sort_by=status&sort=asc', [...closed, ...open]],
      ['sort_by=created_at', ids.toReversed()],
      ['sort_by=updated_at&sort=asc&status=closed', closed],
      ['sort_by=updated_at&sort=asc&search=about', about],
    ] as const) {
      const seen: number[] = [];
      let next: string | null = `/tickets?${query}&per_page=4`;
      while (next !== null) {
        const { body }: Awaited<ReturnType<typeof list>> = await world.client.get<Ticket[]>(next, world.alpha.live);
        seen.push(...idsOf(body.data));
        next = body.links.next;
      }
      expect([query, seen]).toEqual([query, expected]);
    }
  });

  test('returns only items of the account', async () => {
    const { body } = await world.client.get<Ticket[]>('/tickets?sort_by=updated_at', world.beta.live);
    expect(body.data).toEqual([]);
  });

  test('returns 400 that names the allowed fields for any other, on every list that sorts', async () => {
    expect(sorting().length).toBeGreaterThan(10);
    for (const operation of sorting()) {
      const fields = fieldsOf(operation);
      for (const value of ['nonsense', '', 'id; drop table tickets', `${fields[0]},${fields[1]}`, 'constructor']) {
        const { status, body } = await world.client.get(pathOf(operation, { sort_by: value }), world.alpha.live);
        expect([nameOperation(operation), value, status, body.error?.code]).toEqual([
          nameOperation(operation),
          value,
          400,
          'BAD_REQUEST',
        ]);
        const [detail] = body.error?.details ?? [];
        expect(detail?.field).toBe('sort_by');
        for (const field of fields) expect(detail?.message).toContain(field);
      }
    }
  });

  test('accepts each documented field in both directions, and returns the same items as without it', async () => {
    for (const operation of sorting()) {
      const plain = await world.client.get<{ id: number }[]>(pathOf(operation, { per_page: 100 }), world.alpha.live);
      const known = plain.body.data.map(({ id }) => id).sort((a, b) => a - b);
      for (const sort_by of fieldsOf(operation)) {
        for (const sort of ['asc', 'desc']) {
          const path = pathOf(operation, { sort_by, sort, per_page: 100 });
          const { status, body } = await world.client.get<Record<string, unknown>[]>(path, world.alpha.live);
          expect([path, status, body.data.map(({ id }) => id as number).sort((a, b) => a - b)]).toEqual([
            path,
            200,
            known,
          ]);
          expect(body.data.every((item) => sort_by in item)).toBe(true);
        }
      }
    }
  });
});

describe('the status parameter', () => {
  test('filters by status, and the total counts only matching items', async () => {
    const { body } = await list('?status=closed&per_page=100');
    expect(idsOf(body.data)).toEqual(closed.toReversed());
    expect(body.meta.total).toBe(closed.length);
    expect((await list('?status=open')).body.meta.total).toBe(COUNT - closed.length);
    expect((await list('?status=answered')).body.meta.total).toBe(0);
  });

  test('returns 400 for a status that the resource does not have, on every list with statuses', async () => {
    for (const operation of listOperations()) {
      const allowed = operation.query.find(({ name }) => name === 'status')?.schema.enum;
      if (!allowed) continue;
      for (const status of ['nonsense', allowed[0]?.toUpperCase() ?? '', '', `${allowed[0]},${allowed[1]}`]) {
        const answer = await world.client.get(pathOf(operation, { status }), world.alpha.live);
        expect([nameOperation(operation), status, answer.status, answer.body.error?.code]).toEqual([
          nameOperation(operation),
          status,
          400,
          'BAD_REQUEST',
        ]);
      }
      for (const status of allowed) {
        expect((await world.client.get(pathOf(operation, { status }), world.alpha.live)).status).toBe(200);
      }
    }
  });
});

describe('the search parameter', () => {
  const find = async (text: string, more = '') => (await list(`?search=${encodeURIComponent(text)}${more}`)).body;

  test('matches part of the text, ignoring case, and the total counts only matching items', async () => {
    for (const text of ['ticket 6', 'TICKET 6', 'icket 6']) {
      const { data, meta } = await find(text);
      expect(data.map(({ subject }) => subject)).toEqual(['Ticket 61', 'Ticket 60 about Größe 100%_\\', 'Ticket 6']);
      expect(meta.total).toBe(3);
    }
    expect((await find('größe')).meta.total).toBe(6);
    expect((await find('GRÖSSE')).meta.total).toBe(0);
    expect((await find('GRÖßE')).meta.total).toBe(6);
  });

  test('takes wildcards and quotes literally', async () => {
    for (const [text, total] of [
      ['%', 6],
      ['_', 6],
      ['\\', 6],
      ['100%_\\', 6],
      ['%%', 0],
      ['t_cket', 0],
      ['T%t', 0],
      ["'", 0],
      ["' or '1'='1", 0],
      ['"; drop table tickets; --', 0],
      ['*', 0],
      ['?', 0],
    ] as const) {
      expect([text, (await find(text)).meta.total]).toEqual([text, total]);
    }
    expect((await list()).body.meta.total).toBe(COUNT);
  });

  test('can be combined with status, sort and pages', async () => {
    const { data, meta } = await find('about', '&status=closed&sort=asc&per_page=1');
    const expected = closed.filter((id) => (ids.indexOf(id) + 1) % 10 === 0);
    expect(meta.total).toBe(expected.length);
    expect(idsOf(data)).toEqual(expected.slice(0, 1));
  });

  test('has no effect if it is empty', async () => {
    expect((await find('')).meta.total).toBe(COUNT);
  });

  test('is accepted by every list, like sort and page', async () => {
    for (const operation of listOperations()) {
      const names = operation.query.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['page', 'per_page', 'search', 'sort']));
      const path = pathOf(operation, { search: 'no such thing anywhere', sort: 'asc', page: 1, per_page: 5 });
      const { status, body } = await world.client.get<unknown[]>(path, world.alpha.live);
      expect([nameOperation(operation), status, body.data]).toEqual([nameOperation(operation), 200, []]);
      expect(body.meta).toEqual({ current_page: 1, per_page: 5, total: 0, last_page: 1 });
    }
  });
});
