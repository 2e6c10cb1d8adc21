import { beforeAll, describe, expect, test } from 'vitest';
import { byLane } from '../testing/lane.ts';
import type { Operation, Schema } from './openapi.ts';
import { createOneOfEach, type Resources } from './resources.ts';
import { groupOf, minimalBody, nameOperation, withQuery } from './walk.ts';
import { openWorld, type World } from './world.ts';

/** Expensive bodies of nearly 1 MiB. The error response must stay small. */
const ALMOST_1_MIB = 1024 * 1024 - 1024;
const LARGEST_REFUSAL = 64 * 1024;
const MOST_DETAILS = 50;

let world: World;
let ours: Resources;

beforeAll(async () => {
  world = await openWorld();
  ours = await createOneOfEach(world, world.alpha);
  return world.close;
});

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const list = (item: string, length = ALMOST_1_MIB) => `[${`${item},`.repeat(length / (item.length + 1) - 16)}${item}]`;
const HOSTILE_VALUES: Readonly<Record<string, (length: number) => string>> = {
  zeros: (length) => list('0', length),
  quotes: (length) => JSON.stringify('"'.repeat(length / 2 - 16)),
};

/** Returns bodies with the value in every field, and in every field of an object in a list. */
function hostileBodies(schema: Schema, value: (length: number) => string, length = ALMOST_1_MIB): string[] {
  const { properties = {}, required = [] } = world.client.api.resolve(schema);
  const names = [...new Set([...Object.keys(properties), ...required, 'id', 'nobody_knows'])];
  const share = value(length / names.length - 32);
  const inside = names.flatMap((name) => {
    const items = world.client.api.resolve(properties[name] ?? {}).items;
    if (!items || !world.client.api.resolve(items).properties) return [];
    return hostileBodies(items, value, length - 64).map((item) => `{"${name}":[${item}]}`);
  });
  return [`{${names.map((name) => `"${name}":${share}`).join(',')}}`, ...inside];
}

function pathOf(operation: Operation): string {
  const { path, id } = operation;
  return id ? withQuery(path, { [id]: ours[groupOf(id, operation)] ?? 1 }) : path;
}

async function expectSmall(operation: Operation, body: string, what: string): Promise<void> {
  const headers = { 'idempotency-key': `hostile-${Math.random()}` };
  const {
    status,
    text,
    body: answer,
  } = await world.client.request('POST', pathOf(operation), {
    as: operation.scopes.length > 0 ? world.alpha.test : undefined,
    body,
    headers,
  });
  const where = `${nameOperation(operation)} with ${what}: ${text.slice(0, 300)}`;
  expect(status, where).toBeLessThan(500);
  if (status >= 400) expect(text.length, where).toBeLessThanOrEqual(LARGEST_REFUSAL);
  expect(answer.error?.details?.length ?? 0, where).toBeLessThanOrEqual(MOST_DETAILS);
}

/** Every operation that writes, or every third. */
const writes = () => {
  const step = byLane({ short: 3, all: 1 });
  return world.client.api.operations.filter(({ method }) => method === 'POST').filter((_, index) => index % step === 0);
};

describe('a hostile body', () => {
  test('in any field of any operation gets a small response', async () => {
    for (const operation of writes()) {
      for (const [what, value] of Object.entries(HOSTILE_VALUES)) {
        const bodies = hostileBodies(operation.body?.schema ?? {}, value);
        for (const body of bodies) await expectSmall(operation, body, `${what} in ${body.slice(0, 30)}`);
      }
    }
  });

  test('with 100,000 unknown fields, with deep nesting only, or that is a list gets a small response', async () => {
    const fields = Array.from({ length: 100_000 }, (_, number) => `"f${number}":0`).join(',');
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    for (const operation of writes()) {
      const right = JSON.stringify(minimalBody(world.client.api, operation) ?? {}).slice(1, -1);
      for (const body of [`{${[right, fields].filter(Boolean).join(',')}}`, deep, list('{}')]) {
        await expectSmall(operation, body, body.slice(0, 40));
      }
    }
  });

  test('with deep nesting returns 400, with and without an Idempotency-Key', async () => {
    for (const headers of [{}, { 'idempotency-key': 'deep' }]) {
      const body = `{"subject":"a","message":"b","more":${nested(5_000)}}`;
      const answer = await world.client.request('POST', '/api/v1/tickets', { as: world.alpha.live, body, headers });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
      expect(answer.body.error.message).toContain('deeper than 32 levels');
    }
  });

  test('with a list that is too long returns an error for the list and none for its items', async () => {
    const body = `{"url":"${'x'.repeat(300_000)}","events":${list('0').slice(0, 30_001)}0]}`;
    const answer = await world.client.post('/webhooks', world.alpha.test, body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.details).toEqual([
      { field: 'url', message: 'must be at most 2048 characters long.', reason: 'too_long', params: { max: 2048 } },
      {
        field: 'events',
        message: expect.stringMatching(/^must have at most \d+ items\.$/),
        reason: 'too_many_items',
        params: { max: expect.any(Number) },
      },
    ]);
  });

  test('with more than 20,000 values returns 400 without further details', async () => {
    for (const item of ['0', '""', '{}']) {
      const answer = await world.client.post('/webhooks', world.alpha.test, `{"url":"","events":${list(item)}}`);
      expect([answer.status, answer.body.error.message]).toEqual([400, 'The body has more than 20000 values.']);
    }
  });

  test('with hundreds of errors returns only the first fifty', async () => {
    const path = pathOf({ path: '/domains/records', id: 'id', resource: 'domains' } as Operation);
    const records = Array.from({ length: 500 }, () => ({ name: 7, type: 'NS', content: '' }));
    for (const sent of [records, records.map((record) => ({ ...record, name: '!', content: 'x' }))]) {
      const answer = await world.client.post(path, world.alpha.test, { records: sent });
      expect(answer.status).toBe(422);
      expect(answer.body.error.details).toHaveLength(MOST_DETAILS);
    }
  });
});
