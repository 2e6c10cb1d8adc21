import { type BackupWorld, openBackupWorld, type Subject } from '@hostler/testing/server/backups.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Schedule } from './schemas.ts';

let world: BackupWorld;
let vps: Subject;

beforeAll(async () => {
  world = await openBackupWorld();
  vps = await world.createServer();
});
afterEach(() => world.mendEngines());
afterAll(() => world.server.stop());

const schedule = (body: object, key = world.account.live) => world.server.post('/backups/schedules', key, body);
const change = (id: number, body: object, key = world.account.live) =>
  world.server.post('/backups/schedules/update', key, { id, ...body });
const remove = (id: number, key = world.account.live) => world.server.post('/backups/schedules/remove', key, { id });
const show = (id: number, key = world.account.live) => world.server.get(`/backups/schedules/show?id=${id}`, key);

/** Far enough ahead that nothing runs during the test. */
const inHours = (hours: number) => new Date(world.server.clock.now() + hours * 3_600_000).toISOString().slice(11, 16);

async function create(body: object = {}): Promise<Schedule> {
  const answer = await schedule({ ...(await world.createDatabase()).body, time: inHours(12), ...body });
  expect(answer.body.error).toBeUndefined();
  return answer.body.data;
}

/** Returns the seconds until a time. */
const fromNow = (time: string | null) => (Date.parse(time ?? '') - world.server.clock.now()) / 1000;
const DAY = 24 * 60 * 60;

describe('a new schedule', () => {
  it('by default is daily at an automatic time and keeps seven backups', async () => {
    const database = await world.createDatabase();
    const { status, body } = await schedule(database.body);
    expect([status, body.message]).toEqual([201, 'Schedule created.']);
    expect(body.data).toEqual({
      id: expect.any(Number),
      resource: { type: 'database', id: database.id },
      frequency: 'daily',
      time: expect.stringMatching(/^\d\d:\d\d$/),
      weekday: null,
      keep: 7,
      verify_monthly: false,
      status: 'active',
      next_run_at: expect.stringContaining(`T${body.data.time}:00+00:00`),
      last_run_at: null,
      last_backup_id: null,
      error: null,
      created_at: expect.any(String),
      updated_at: body.data.created_at,
    });
    expect(fromNow(body.data.next_run_at)).toBeGreaterThan(-5);
    expect(fromNow(body.data.next_run_at)).toBeLessThanOrEqual(DAY);
    expect((await show(body.data.id)).body.data).toEqual(body.data);
  });

  it('can be weekly, with or without a given weekday and time', async () => {
    const asked = { frequency: 'weekly', weekday: 'sunday', time: '23:59', keep: 365 };
    const made = await create(asked);
    expect(made).toMatchObject(asked);
    expect(new Date(made.next_run_at ?? '').getUTCDay()).toBe(0);
    expect(fromNow(made.next_run_at)).toBeLessThanOrEqual(7 * DAY);
    const chosen = await create({ frequency: 'weekly', weekday: null, time: null });
    expect(chosen).toMatchObject({
      weekday: expect.stringMatching(/day$/),
      time: expect.stringMatching(/^\d\d:\d\d$/),
    });
  });

  it('gets a different time than others if no time is given', async () => {
    const times = new Set<string>();
    for (let count = 0; count < 5; count++) times.add((await create({ time: null })).time);
    expect(times.size).toBe(5);
  });

  it.each<[string, object, string[]]>([
    ['neither a VPS nor a database', {}, ['hosting_id', 'database_id']],
    ['both', { hosting_id: 1, database_id: 1 }, ['hosting_id', 'database_id']],
    ['no known frequency', { hosting_id: 1, frequency: 'hourly' }, ['frequency']],
    ['no time of day', { hosting_id: 1, time: '24:00' }, ['time']],
    ['a time with seconds', { hosting_id: 1, time: '03:30:00' }, ['time']],
    ['no day', { hosting_id: 1, frequency: 'weekly', weekday: 'someday' }, ['weekday']],
    ['a day for every day', { hosting_id: 1, weekday: 'monday' }, ['weekday']],
    ['nothing to keep', { hosting_id: 1, keep: 0 }, ['keep']],
    ['too much to keep, and no number', { hosting_id: 1, keep: 366, time: 7 }, ['keep', 'time']],
  ])('is refused with %s', async (_what, body, fields) => {
    const answer = await schedule(body);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(answer.body.error.details?.map(({ field }) => field).sort()).toEqual(fields.toSorted());
  });

  it('is refused for resources of another account, missing resources and terminated servers', async () => {
    const other = await world.server.createAccount();
    const theirs = [(await world.createServer(other)).body, (await world.createDatabase(other)).body];
    for (const body of [...theirs, { hosting_id: 999_999_999 }, { database_id: 999_999_999 }]) {
      const answer = await schedule(body);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    const gone = await world.createServer();
    await world.server.finish(world.server.operator.hosting.terminate({ id: gone.id }));
    expect((await schedule(gone.body)).body.error).toEqual({
      code: 'CONFLICT',
      message: 'This server no longer exists and cannot be backed up.',
      reason: 'resource_gone_for_backup',
      params: { kind: 'server' },
    });
  });

  it('is the only one of its resource, even with concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => schedule(vps.body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error).toEqual({
      code: 'CONFLICT',
      message: 'This server already has a schedule. Change or remove that one.',
      reason: 'schedule_exists',
      params: { kind: 'server' },
    });
    const made = answers.find(({ status }) => status === 201);
    await remove(made?.body.data.id ?? 0);
    expect((await schedule(vps.body)).status).toBe(201);
  });

  it('is only simulated with a test key', async () => {
    const database = await world.createDatabase();
    const { status, body } = await schedule(database.body, world.account.test);
    expect([status, body.data.status]).toEqual([201, 'active']);
    expect(body.data.id).toBeGreaterThan(9_000_000_000);
    expect((await show(body.data.id, world.account.test)).status).toBe(404);
    expect((await schedule(database.body)).status).toBe(201);
    expect((await schedule(database.body, world.account.test)).status).toBe(409);
  });
});

describe('changing a schedule', () => {
  it('changes the given fields and leaves the others', async () => {
    const made = await create({ keep: 3 });
    world.server.clock.advance(1_000);
    const kept = (await change(made.id, { keep: 5 })).body.data;
    expect(kept).toEqual({ ...made, keep: 5, updated_at: expect.any(String) });
    expect(Date.parse(kept.updated_at)).toBeGreaterThan(Date.parse(made.updated_at));
    const time = inHours(13);
    const later = (await change(made.id, { time })).body.data;
    expect(later).toMatchObject({ time, keep: 5, next_run_at: expect.stringContaining(`T${time}:00`) });
    const weekly = (await change(made.id, { frequency: 'weekly' })).body.data;
    expect(weekly).toMatchObject({ frequency: 'weekly', weekday: expect.any(String), time });
    expect((await change(made.id, { frequency: 'daily' })).body.data).toMatchObject({ weekday: null });
    expect((await change(made.id, {})).body).toMatchObject({ message: 'Schedule updated.', data: { keep: 5 } });
  });

  it('accepts a record as the API returned it', async () => {
    const made = await create();
    const { status, body } = await change(made.id, { ...made, keep: 9 });
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...made, keep: 9, updated_at: expect.any(String) });
  });

  it('pauses and resumes it with a new next run', async () => {
    const made = await create();
    expect((await change(made.id, { status: 'paused' })).body.data).toMatchObject({
      status: 'paused',
      next_run_at: null,
    });
    const time = inHours(13);
    expect((await change(made.id, { time })).body.data).toMatchObject({ time, next_run_at: null });
    const resumed = (await change(made.id, { status: 'active' })).body.data;
    expect(resumed).toMatchObject({ status: 'active', next_run_at: expect.stringContaining(`T${time}:00`) });
  });

  it('refuses invalid values', async () => {
    const made = await create();
    for (const [body, field] of [
      [{ weekday: 'monday' }, 'weekday'],
      [{ status: 'ended' }, 'status'],
      [{ keep: null }, 'keep'],
    ] as const) {
      const { status, body: answer } = await change(made.id, body);
      expect([field, status, answer.error.details?.map((detail) => detail.field)]).toEqual([field, 422, [field]]);
    }
    expect((await show(made.id)).body.data).toEqual(made);
  });
});

describe('removing a schedule', () => {
  it('returns its last state and deletes it', async () => {
    const made = await create();
    const { status, body } = await remove(made.id);
    expect([status, body.message, body.data]).toEqual([200, 'Schedule removed.', made]);
    for (const answer of [await show(made.id), await change(made.id, {}), await remove(made.id)]) {
      expect([answer.status, answer.body.error.message]).toEqual([404, 'Schedule not found.']);
    }
  });

  it('accepts id or schedule_id in the query, and answers MISSING_ID without one', async () => {
    for (const path of ['remove?schedule_id=', 'remove?id=']) {
      const made = await create();
      const answer = await world.server.post(`/backups/schedules/${path}${made.id}`, world.account.live);
      expect(answer.status).toBe(200);
    }
    for (const verb of ['update', 'remove']) {
      const { status, body } = await world.server.post(`/backups/schedules/${verb}`, world.account.live, {});
      expect([verb, status, body.error.code]).toEqual([verb, 400, 'MISSING_ID']);
    }
  });
});

describe('the list of schedules', () => {
  it('shows one account, with totals by status, search and a filter by resource', async () => {
    const owner = await world.server.createAccount();
    const [server, database] = [await world.createServer(owner), await world.createDatabase(owner)];
    const made = [
      (await schedule(server.body, owner.live)).body.data,
      (await schedule(database.body, owner.live)).body.data,
    ];
    const [first = 0, second = 0] = made.map(({ id }) => id);
    await change(second, { status: 'paused' }, owner.live);
    const idsOf = async (query: string) => {
      const { body } = await world.server.get(`/backups/schedules?${query}`, owner.live);
      return body.data.map(({ id }) => id);
    };
    expect(await idsOf('')).toEqual([second, first]);
    expect(await idsOf('sort=asc')).toEqual([first, second]);
    expect(await idsOf('status=paused')).toEqual([second]);
    expect(await idsOf('search=VPS-')).toEqual([first]);
    expect(await idsOf(`hosting_id=${server.id}`)).toEqual([first]);
    expect(await idsOf(`database_id=${database.id}`)).toEqual([second]);
    const totals = () => world.totals(owner.live, '/backups/schedules', ['active', 'paused']);
    expect(await totals()).toEqual({ all: 2, active: 1, paused: 1 });
    await remove(second, owner.live);
    expect(await totals()).toEqual({ all: 1, active: 1 });
  });

  it('is empty for other accounts, which get 404 for its schedules', async () => {
    const made = await create();
    const other = await world.server.createAccount();
    for (const answer of [
      await show(made.id, other.live),
      await change(made.id, { keep: 1 }, other.live),
      await remove(made.id, other.live),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await world.server.get('/backups/schedules', other.live)).body.data).toEqual([]);
    expect((await show(made.id)).body.data).toEqual(made);
  });
});
