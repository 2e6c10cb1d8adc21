import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from './client.ts';
import { createOneOfEach, type Resources } from './resources.ts';
import { groupOf, listReferences, minimalBody, nameOperation, withQuery } from './walk.ts';
import { openWorld, type World } from './world.ts';

const NOWHERE = 987_654_321;

let world: World;
let theirs: Resources;

beforeAll(async () => {
  world = await openWorld();
  theirs = await createOneOfEach(world, world.beta);
  return world.close;
});

/** Returns the visible parts of a response, without those that always differ. */
function visible({ status, text, headers }: Answer<unknown>) {
  const changing = ['x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'date'];
  return { status, text, headers: [...headers].filter(([name]) => !changing.includes(name)) };
}

describe("another customer's id", () => {
  test('gets exactly the response of a nonexistent id, on every operation with an id', async () => {
    const walked: string[] = [];
    for (const operation of world.client.api.operations) {
      const { id } = operation;
      if (!id) continue;
      walked.push(nameOperation(operation));
      const existing = theirs[groupOf(id, operation)];
      if (existing === undefined) throw new Error(`no resource was made for ${nameOperation(operation)}`);
      const body = minimalBody(world.client.api, operation);
      for (const as of [world.alpha.live, world.alpha.test]) {
        const ask = (value: number) =>
          world.client.request(operation.method, withQuery(operation.path, { [id]: value }), { as, body });
        const foreign = await ask(existing);
        expect([nameOperation(operation), foreign.status, foreign.body.error.code]).toEqual([
          nameOperation(operation),
          404,
          'NOT_FOUND',
        ]);
        expect(visible(foreign)).toEqual(visible(await ask(NOWHERE)));
      }
    }
    expect(walked.length).toBeGreaterThan(3);
  });

  test('gets exactly the response of a nonexistent id if it is sent in the body, under every field name', async () => {
    for (const operation of world.client.api.operations) {
      const { id, method } = operation;
      if (!id || method !== 'POST') continue;
      const natural = operation.resource === 'hosting' ? 'hosting_id' : `${operation.resource.replace(/s$/, '')}_id`;
      const existing = theirs[operation.resource] ?? 0;
      for (const name of [id, natural]) {
        const ask = (value: number) =>
          world.client.post(operation.path, world.alpha.live, {
            ...minimalBody(world.client.api, operation),
            [name]: value,
          });
        const foreign = await ask(existing);
        // An unknown alias is an unknown field, so the id is missing.
        const expected = foreign.body.error.code === 'MISSING_ID' && name !== 'id' ? 400 : 404;
        expect([nameOperation(operation), name, foreign.status]).toEqual([nameOperation(operation), name, expected]);
        expect(visible(foreign)).toEqual(visible(await ask(NOWHERE)));
      }
    }
  });

  test('gets exactly the response of a nonexistent id if a new resource refers to it', async () => {
    for (const operation of world.client.api.operations) {
      for (const name of listReferences(world.client.api, operation)) {
        const existing = theirs[groupOf(name, operation)];
        if (existing === undefined) throw new Error(`no resource was made for ${name}`);
        if (operation.id) continue;
        const ask = (value: number) =>
          world.client.post(operation.path, world.alpha.live, {
            ...minimalBody(world.client.api, operation),
            [name]: value,
          });
        const foreign = await ask(existing);
        expect([nameOperation(operation), name, foreign.status]).toEqual([nameOperation(operation), name, 404]);
        expect(visible(foreign)).toEqual(visible(await ask(NOWHERE)));
      }
    }
  });

  test('has no effect on the resource of the other customer', async () => {
    const shown = await world.client.get(`/tickets/show?id=${theirs.tickets}`, world.beta.live);
    expect(shown.body.data).toMatchObject({ status: 'open', messages: [{ message: 'Hello.' }] });
  });
});

describe("another customer's resources", () => {
  test('are not in any list', async () => {
    // The catalogue, the images and the plans are the same for all accounts.
    const shared = ['/api/v1/applications/catalog', '/api/v1/hosting/images', '/api/v1/subscriptions/plans'];
    const lists = world.client.api.operations.filter(
      ({ path, query, id }) => !id && query.some(({ name }) => name === 'page') && !shared.includes(path),
    );
    const idsOf = async (path: string, as: string) =>
      (await world.client.all<{ id?: number; domain_id?: number }>(path, as)).map(
        ({ id, domain_id }) => id ?? domain_id,
      );
    expect(lists.length).toBeGreaterThan(1);
    for (const { path, resource } of lists) {
      const own = await idsOf(path, world.alpha.live);
      expect(own, path).not.toContain(theirs[resource]);
      const other = await idsOf(path, world.beta.live);
      expect(other, path).toContain(theirs[resource]);
      expect(own.filter((id) => other.includes(id))).toEqual([]);
    }
  });

  test('are not found by search', async () => {
    const { body } = await world.client.get('/tickets?search=One%20of%20each', world.alpha.live);
    expect(body.data).toEqual([]);
    expect(body.meta.total).toBe(0);
  });

  test('are not visible through an Idempotency-Key that the other customer used', async () => {
    const headers = { 'idempotency-key': 'the same words'.replaceAll(' ', '-') };
    const body = { subject: 'Mine', message: 'only' };
    const first = await world.client.post('/tickets', world.beta.live, body, headers);
    const second = await world.client.post('/tickets', world.alpha.live, body, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get('idempotent-replayed')).toBeNull();
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });
});
