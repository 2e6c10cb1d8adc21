import { sql } from '@hostler/database';
import { expect, test } from 'vitest';
import { findCollections, operationIdOf } from '../../server/src/kernel/http/openapi/operation-id.ts';
import { tellStory } from './story.ts';

const ACTIONS = sql<object, { action: string; count: number }>(
  `select action, count(*) as count from audit_entries where actor_kind = 'key' group by action`,
);

/** Recorded as `keys.create` by the person who approved it: the program has no key yet. */
const OF_PERSONS = ['auth.device.collect'];

test('every operation that writes is in the audit log once per call', async () => {
  await tellStory(async ({ hostler: { db, surfaces } }) => {
    const audited = new Map((await db.read(ACTIONS.all({}))).map(({ action, count }) => [action, count]));
    const routes = surfaces.find(({ name }) => name === 'public')?.routes ?? [];
    const collections = findCollections(routes);
    const writes = routes
      .filter((route) => route.method === 'POST' && !(route.kind === 'custom' && route.changesNothing))
      .map((route) => operationIdOf(route, collections));
    expect(writes.length).toBeGreaterThan(25);
    expect(writes.filter((action) => !audited.has(action))).toEqual(OF_PERSONS);
    expect([...audited.keys()].filter((action) => !writes.includes(action))).toEqual([]);
  });
});
