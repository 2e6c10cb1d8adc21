import { insert, type Query, readTotal, sql, totalsMigrations } from '@hostler/database';
import { type KernelDatabase, openKernelDatabase } from '@hostler/testing/server/database.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { Vault } from '../crypto.ts';
import { AppError } from '../errors.ts';
import { limitsMigrations, setAccountLimit } from '../limits/account-limits.ts';
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
  ...totalsMigrations,
  ...limitsMigrations,
  ...idempotencyMigrations,
  { id: 'changes-001', script: 'create table changes (id {id}, what text not null);' },
];
const recordChange = insert<{ what: string }>('changes', ['what']);
const CHANGES = sql<{ what: string }, { id: number }>('select id from changes where what = :what');
const BODIES = sql<object, { body: string }>('select body from idempotency_records');
const BODY = sql<{ key: string }, { body: string }>(
  'select body from idempotency_records where idempotency_key = :key',
);

const RECORD_OF_BEFORE = sql<{ key_id: number; key: string; fingerprint: string; now: number }>(
  `insert into idempotency_records (key_id, idempotency_key, fingerprint, status, headers, body, created_at)
   values (:key_id, :key, :fingerprint, 201, '{}', '"before"', :now)`,
);

let kernel: KernelDatabase;
let keys = 0;

beforeAll(async () => {
  kernel = await openKernelDatabase(migrations);
  return kernel.close;
});

function newRequest(more: Partial<IdempotentRequest> = {}): IdempotentRequest {
  const idempotencyKey = `key ${++keys}`;
  return { accountId: 1, namespace: 1, idempotencyKey, fingerprint: 'f', now: Date.now(), vault: undefined, ...more };
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
  it('gets the stored response when repeated, and changes nothing', async () => {
    const request = newRequest();
    const first = await once(request, change('again'));
    const second = await once(request, change('again'));
    expect(second).toEqual({ ...first, headers: { ...first.headers, 'idempotent-replayed': 'true' } });
    expect(await count('again')).toBe(1);
  });

  it('runs once when sent concurrently, and all get the same response', async () => {
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

  it('is a new request after a day', async () => {
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

  it('with another credential is a new request', async () => {
    const request = newRequest({ idempotencyKey: 'everyones' });
    const namespaces = [1, 2, 'person:1 live', 'person:1 test', 'person:11 live'];
    for (const namespace of namespaces) await once({ ...request, namespace }, change('of several'));
    expect(await count('of several')).toBe(namespaces.length);
    for (const namespace of namespaces) {
      const again = await once({ ...request, namespace }, change('of several'));
      expect(again.headers['idempotent-replayed']).toBe('true');
    }
    expect(await count('of several')).toBe(namespaces.length);
  });

  it('with an API key is found under the id of the key, where earlier versions store it', async () => {
    const request = newRequest({ namespace: 77, idempotencyKey: 'of-before' });
    const before = { key_id: 77, key: 'of-before', fingerprint: request.fingerprint, now: request.now };
    await kernel.db.write(() => RECORD_OF_BEFORE.run(before));
    expect((await once(request, change('of before'))).body).toBe('"before"');
    expect(await count('of before')).toBe(0);
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

  it('differs by method, URL and body', () => {
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
  it('that a retry cannot fix is stored, without its partial change', async () => {
    const request = newRequest();
    const error = new AppError('CONFLICT', 'No.', { headers: { 'x-why': 'because' } });
    const first = await once(request, refuse(error, 'half-done'));
    expect(first).toMatchObject({ status: 409, headers: { 'x-why': 'because' } });
    expect(await count('half-done')).toBe(0);
    const second = await once(request, change('half-done'));
    expect(second).toMatchObject({ status: 409, body: first.body });
    expect(await count('half-done')).toBe(0);
  });

  it('caused by credentials, rate limits or the server is not stored', async () => {
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

describe('a stored response', () => {
  it('with a secret is encrypted, and decrypted for the replay', async () => {
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

  it('is deleted after a day', async () => {
    const request = newRequest({ now: Date.now() - 2 * DAY });
    await once(request, change('forgotten'));
    expect(await kernel.db.write(() => answerRetention.forget(Date.now(), 100))).toBeGreaterThanOrEqual(1);
    await once(request, change('forgotten'));
    expect(await count('forgotten')).toBe(2);
  });
});

describe('the stored data', () => {
  const answerWith = (body: string) =>
    function* (): Query<Rendered> {
      yield* recordChange({ what: 'large' });
      return { status: 201, headers: {}, body };
    };
  const stored = async ({ idempotencyKey }: IdempotentRequest) =>
    (await kernel.db.read(BODY.one({ key: idempotencyKey })))?.body ?? '';
  const kept = (accountId: number) => kernel.db.read(readTotal(accountId, 'idempotency_bytes'));
  const limit = (accountId: number, bytes: number) =>
    kernel.db.write(() => setAccountLimit(accountId, 'idempotency_bytes', bytes));

  it('of a large response is compressed, even if encrypted, and replayed unchanged', async () => {
    const body = JSON.stringify({ records: Array.from({ length: 5_000 }, (_, id) => ({ id, name: 'é🎉' })) });
    for (const vault of [undefined, new Vault('a secret key that only tests know about')]) {
      const request = newRequest({ vault });
      await once(request, answerWith(body));
      expect((await stored(request)).length).toBeLessThan(body.length / 4);
      expect((await once(request, answerWith('other'))).body).toBe(body);
    }
  });

  it('of an error is at most 64 KiB', async () => {
    const details = Array.from({ length: 50 }, () => ({ field: 'f', message: 'x'.repeat(2_000) }));
    const request = newRequest();
    const first = await once(request, refuse(new AppError('VALIDATION_ERROR', 'No.', { details }), 'long'));
    expect(JSON.parse(first.body)).toEqual({
      success: false,
      error: { code: 'VALIDATION_ERROR', message: 'No.', reason: 'validation_error' },
    });
    expect((await once(request, change('long'))).body).toBe(first.body);
  });

  it('counts for the account until it is deleted', async () => {
    const accountId = 20;
    const old = Date.now() - 2 * DAY;
    await kernel.db.write(() => answerRetention.forget(Date.now(), 1_000));
    const requests = Array.from({ length: 7 }, () => newRequest({ accountId, now: old }));
    for (const request of requests) await once(request, answerWith('x'.repeat(1_000)));
    const seven = await kept(accountId);
    expect(seven).toBeGreaterThan(7_000);
    expect(seven).toBeLessThan(10_000);
    // A key that is used again after a day replaces its old record.
    await once({ ...newRequest({ accountId }), ...requests[0], now: Date.now() }, answerWith('x'.repeat(1_000)));
    expect(await kept(accountId)).toBe(seven);
    expect(await kernel.db.write(() => answerRetention.forget(Date.now(), 4))).toBe(4);
    expect(await kernel.db.write(() => answerRetention.forget(Date.now(), 4))).toBe(2);
    expect(await kept(accountId)).toBeGreaterThan(1_000);
    expect(await kept(accountId)).toBeLessThan(seven / 6);
    expect(await kernel.db.write(() => answerRetention.forget(Date.now() + 2 * DAY, 100))).toBeGreaterThanOrEqual(1);
    expect(await kept(accountId)).toBe(0);
  });

  it('over the limit is refused before anything runs, while used keys are still replayed', async () => {
    const accountId = 30;
    await limit(accountId, 1_000);
    const first = newRequest({ accountId });
    const answer = await once(first, answerWith('y'.repeat(2_000)));
    const before = await count('over the limit');
    const second = newRequest({ accountId });
    await expect(once(second, change('over the limit'))).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message: expect.stringContaining('(idempotency_bytes)'),
    });
    expect(await count('over the limit')).toBe(before);
    expect((await once(first, change('over the limit'))).body).toBe(answer.body);
    // The refusal is not stored: with more room the same key is new.
    await limit(accountId, 10_000);
    expect((await once(second, change('over the limit'))).headers['idempotent-replayed']).toBeUndefined();
  });
});
