import { beforeAll, describe, expect, it } from 'vitest';
import { type KernelDatabase, openKernelDatabase } from '../../../test/database.ts';
import { Vault } from '../crypto.ts';
import { insert, type Query, sql } from '../db/query.ts';
import { AppError } from '../errors.ts';
import { DAY, HOUR } from '../time.ts';
import {
  answerOnce,
  answerRetention,
  fingerprint,
  type IdempotentRequest,
  idempotencyMigrations,
  type Rendered,
} from './idempotency.ts';

const migrations = [
  ...idempotencyMigrations,
  { id: 'changes-001', script: 'create table changes (id {id}, what text not null);' },
];
const recordChange = insert<{ what: string }>('changes', ['what']);
const CHANGES = sql<{ what: string }, { id: number }>('select id from changes where what = :what');
const BODIES = sql<object, { body: string }>('select body from idempotency_records');

let kernel: KernelDatabase;
let keys = 0;

beforeAll(async () => {
  kernel = await openKernelDatabase(migrations);
  return kernel.close;
});

function newRequest(more: Partial<IdempotentRequest> = {}): IdempotentRequest {
  const idempotencyKey = `key ${++keys}`;
  return { keyId: 1, idempotencyKey, fingerprint: 'f', now: Date.now(), vault: undefined, ...more };
}

const once = (request: IdempotentRequest, run: () => Query<Rendered>) =>
  kernel.db.write(() => answerOnce(request, run));
const count = async (what: string) => (await kernel.db.read(CHANGES.all({ what }))).length;

function change(what: string) {
  return function* (): Query<Rendered> {
    const id = yield* recordChange({ what });
    return { status: 201, headers: { location: `/${id}` }, body: JSON.stringify({ id }) };
  };
}

function refuse(error: Error, what: string) {
  return function* (): Query<Rendered> {
    yield* recordChange({ what });
    throw error;
  };
}

describe('the same request', () => {
  it('again gets the stored answer and changes nothing', async () => {
    const request = newRequest();
    const first = await once(request, change('again'));
    const second = await once(request, change('again'));
    expect(second).toEqual({ ...first, headers: { ...first.headers, 'idempotent-replayed': 'true' } });
    expect(await count('again')).toBe(1);
  });

  it('at the same time is done once, and all get the same answer', async () => {
    const request = newRequest();
    const others = [kernel.open(), kernel.open()];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        (others[number % 3] ?? kernel.db).write(() => answerOnce(request, change('together'))),
      ),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(await count('together')).toBe(1);
  });

  it('after a day is a new request', async () => {
    const request = newRequest();
    await once(request, change('daily'));
    const kept = await once({ ...request, now: request.now + 23 * HOUR }, change('daily'));
    expect(kept.headers['idempotent-replayed']).toBe('true');
    const anew = await once({ ...request, now: request.now + DAY + 1 }, change('daily'));
    expect(anew.headers['idempotent-replayed']).toBeUndefined();
    expect(await count('daily')).toBe(2);
    const again = await once({ ...request, now: request.now + DAY + HOUR }, change('daily'));
    expect(again.body).toBe(anew.body);
  });

  it('of another API key is another request', async () => {
    const request = newRequest();
    await once(request, change('of two keys'));
    await once({ ...request, keyId: 2 }, change('of two keys'));
    expect(await count('of two keys')).toBe(2);
  });
});

describe('another request with the same key', () => {
  it('is refused', async () => {
    const request = newRequest();
    await once(request, change('refused'));
    await expect(once({ ...request, fingerprint: 'g' }, change('refused'))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await count('refused')).toBe(1);
  });

  it('is told by method, URL and body', () => {
    const prints = [
      fingerprint('POST', '/a', { x: 1 }),
      fingerprint('PUT', '/a', { x: 1 }),
      fingerprint('POST', '/b', { x: 1 }),
      fingerprint('POST', '/a', { x: 2 }),
      fingerprint('POST', '/a', undefined),
    ];
    expect(new Set(prints).size).toBe(prints.length);
    expect(fingerprint('POST', '/a', { x: 1 })).toBe(prints[0]);
  });
});

describe('an error', () => {
  it('that the caller can do nothing about but send something else is stored, without its half-done change', async () => {
    const request = newRequest();
    const error = new AppError('CONFLICT', 'No.', { headers: { 'x-why': 'because' } });
    const first = await once(request, refuse(error, 'half-done'));
    expect(first).toMatchObject({ status: 409, headers: { 'x-why': 'because' } });
    expect(await count('half-done')).toBe(0);
    const second = await once(request, change('half-done'));
    expect(second).toMatchObject({ status: 409, body: first.body });
    expect(await count('half-done')).toBe(0);
  });

  it('of credentials, rate or our own making is not stored', async () => {
    for (const error of [
      new AppError('UNAUTHORIZED', 'No.'),
      new AppError('FORBIDDEN', 'No.'),
      new AppError('RATE_LIMIT_EXCEEDED', 'No.'),
      new AppError('INTERNAL_ERROR', 'No.'),
      new TypeError('a slip'),
    ]) {
      const request = newRequest();
      await expect(once(request, refuse(error, error.message))).rejects.toBe(error);
      const second = await once(request, change(`after ${error.name} ${error.message}`));
      expect(second.status).toBe(201);
      expect(second.headers['idempotent-replayed']).toBeUndefined();
    }
  });
});

describe('a stored answer', () => {
  it('that holds a secret is sealed, and opened for the replay', async () => {
    const vault = new Vault('a secret key that only tests know about');
    const request = newRequest({ vault });
    const secret = function* (): Query<Rendered> {
      yield* recordChange({ what: 'secret' });
      return { status: 201, headers: {}, body: '{"password":"open sesame"}' };
    };
    await once(request, secret);
    expect((await once(request, secret)).body).toBe('{"password":"open sesame"}');
    expect(JSON.stringify(await kernel.db.read(BODIES.all({})))).not.toContain('sesame');
  });

  it('is forgotten after a day', async () => {
    const request = newRequest({ now: Date.now() - 2 * DAY });
    await once(request, change('forgotten'));
    expect(await kernel.db.write(() => answerRetention.forget(Date.now(), 100))).toBeGreaterThanOrEqual(1);
    await once(request, change('forgotten'));
    expect(await count('forgotten')).toBe(2);
  });
});
