import { beforeAll, describe, expect, test } from 'vitest';
import { createSome, type Resources } from './resources.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let own: Resources;

beforeAll(async () => {
  world = await openWorld();
  own = await createSome(world, world.alpha, ['hosting', 'databases', 'schedules']);
  return world.close;
});

const create = (body: unknown) => world.client.post('/backups/schedules', world.alpha.live, body);
const update = (id: number, body: unknown) =>
  world.client.post(`/backups/schedules/update?id=${id}`, world.alpha.live, body);
const remove = (id: number) => world.client.post(`/backups/schedules/remove?id=${id}`, world.alpha.live);
const show = (id: number) => world.client.get(`/backups/schedules/show?id=${id}`, world.alpha.live);

describe('a backup schedule', () => {
  test('is created with 201, shown, updated and removed', async () => {
    const asked = { frequency: 'weekly', weekday: 'sunday', time: '03:30', keep: 4 };
    const { status, body } = await create({ database_id: own.databases, ...asked });
    expect([status, typeof body.message]).toEqual([201, 'string']);
    const made = body.data;
    expect(made).toMatchObject({ ...asked, status: 'active', resource: { type: 'database', id: own.databases } });
    const next = new Date(made.next_run_at ?? '');
    expect([next.getUTCDay(), made.next_run_at?.slice(11)]).toEqual([0, '03:30:00+00:00']);
    expect(next.getTime() - Date.now()).toBeGreaterThan(0);
    expect((await show(made.id)).body.data).toEqual(made);

    const changed = await update(made.id, { frequency: 'daily', keep: 30 });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({ frequency: 'daily', weekday: null, time: '03:30', keep: 30 });
    const paused = await update(made.id, { status: 'paused' });
    expect(paused.body.data).toMatchObject({ status: 'paused', next_run_at: null });

    const removed = await remove(made.id);
    expect([removed.status, removed.body.data]).toEqual([200, paused.body.data]);
    for (const answer of [await show(made.id), await update(made.id, {}), await remove(made.id)]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('is unique per resource: creating a second one returns 409 CONFLICT', async () => {
    const { status, body } = await create({ hosting_id: own.hosting });
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    const ofHosting = await world.client.all(`/backups/schedules?hosting_id=${own.hosting}`, world.alpha.live);
    expect(ofHosting.map(({ id }) => id)).toEqual([own.schedules]);
  });

  test('with invalid data returns 422 with details for every field', async () => {
    const invalid = { frequency: 'hourly', time: '25:00', weekday: 'someday', keep: 0 };
    const { status, body } = await create({ hosting_id: own.hosting, ...invalid });
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error.details?.map(({ field }) => field).toSorted()).toEqual(Object.keys(invalid).toSorted());
    for (const both of [{}, { hosting_id: own.hosting, database_id: own.databases }]) {
      const answer = await create(both);
      expect(answer.body.error.details?.map(({ field }) => field).toSorted()).toEqual(['database_id', 'hosting_id']);
    }
  });

  test('is replayed for the same Idempotency-Key, and is kept after a crash', async () => {
    const headers = { 'idempotency-key': 'schedule-once' };
    const body = { database_id: own.databases };
    const first = await world.client.post('/backups/schedules', world.alpha.live, body, headers);
    const second = await world.client.post('/backups/schedules', world.alpha.live, body, headers);
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    await world.server.crash();
    await world.server.restart();
    expect((await show(first.body.data.id)).body.data).toMatchObject({ id: first.body.data.id, status: 'active' });
    expect(await world.client.total('/backups/schedules', world.alpha.live)).toBe(2);
  });
});
