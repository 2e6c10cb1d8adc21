import type { Vault } from '../crypto.ts';
import { sha256 } from '../crypto.ts';
import type { Migration } from '../db/migrate.ts';
import { attempt, type Query, runAlone, sql } from '../db/query.ts';
import { addToTotal, addToTotals } from '../db/totals.ts';
import { AppError } from '../errors.ts';
import type { Retention } from '../jobs/retention.ts';
import { defineLimit } from '../limits/limit.ts';
import { DAY, HOUR } from '../time.ts';
import type { Credential } from './caller.ts';
import { errorBody } from './envelope.ts';
import { packBody, unpackBody } from './kept-body.ts';

/** An answer as it goes out, so that it can be kept and given again. */
export interface Rendered {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface IdempotentRequest {
  /** Whose room its answer takes: see `keeperOf`. */
  readonly accountId: number;
  readonly namespace: Credential['namespace'];
  readonly idempotencyKey: string;
  /** Tells whether it is the same request again. */
  readonly fingerprint: string;
  readonly now: number;
  /** Seals stored answers that hold a secret. */
  readonly vault: Vault | undefined;
}

const KEPT_FOR = DAY;
const NOT_STORED = new Set([401, 403, 429]);
const LARGEST_REFUSAL = 64 * 1024;
/** What a record takes besides its texts. */
const ROW_BYTES = 200;
const TOTAL = 'idempotency_bytes';

/** A stored answer is never evicted before it expires: an account at this limit waits, or sends no Idempotency-Key. */
export const idempotencyLimit = defineLimit({
  name: 'idempotency_bytes',
  default: 512 * 1024 * 1024,
  what: 'answers kept for an Idempotency-Key',
  advice: 'Wait until older ones are forgotten, a day after they were given, or send the request without the header',
  unit: 'bytes',
  counts: { list: TOTAL },
});

export const idempotencyMigrations: Migration[] = [
  {
    id: 'idempotency-001',
    script: `
      create table idempotency_records (
        key_id bigint not null,
        idempotency_key text not null,
        fingerprint text not null,
        status bigint,
        headers text,
        body text,
        created_at bigint not null,
        primary key (key_id, idempotency_key)
      );
      create index idempotency_records_age on idempotency_records (created_at);`,
  },
  {
    id: 'idempotency-002',
    script: `
      alter table idempotency_records add column account_id bigint;
      alter table idempotency_records add column bytes bigint not null default 0;`,
  },
];

interface RecordKey {
  key_id: number;
  idempotency_key: string;
}
interface StoredRow {
  fingerprint: string;
  status: number | null;
  headers: string;
  body: string;
  created_at: number;
}

interface Forgotten {
  account_id: number | null;
  bytes: number;
}

const WHERE = 'where key_id = :key_id and idempotency_key = :idempotency_key';
const CLAIM = sql<RecordKey & { fingerprint: string; created_at: number }>(
  `insert into idempotency_records (key_id, idempotency_key, fingerprint, created_at)
   values (:key_id, :idempotency_key, :fingerprint, :created_at) on conflict (key_id, idempotency_key) do nothing`,
);
const FIND = sql<RecordKey, StoredRow>(
  `select fingerprint, status, headers, body, created_at from idempotency_records ${WHERE}`,
);
const STORE = sql<RecordKey & { status: number; headers: string; body: string; account_id: number; bytes: number }>(
  `update idempotency_records
   set status = :status, headers = :headers, body = :body, account_id = :account_id, bytes = :bytes ${WHERE}`,
);
const FORGET = sql<RecordKey, Forgotten>(`delete from idempotency_records ${WHERE} returning account_id, bytes`);
const FORGET_OLD = sql<{ before: number; limit: number }, Forgotten>(
  `delete from idempotency_records where (key_id, idempotency_key) in (
     select key_id, idempotency_key from idempotency_records where created_at < :before order by created_at limit :limit)
   returning account_id, bytes`,
);

export function fingerprint(method: string, url: string, body: unknown): string {
  return sha256(`${method} ${url}\n${JSON.stringify(body ?? null)}`);
}

/**
 * Answers from the record of an earlier, equal request, or runs this one and records its answer, all in the caller's
 * transaction: a crash leaves neither the change without the record nor the record without the change. A second request at
 * the same time waits at the claim, in the database, until the first one's transaction has ended.
 */
export function* answerOnce(request: IdempotentRequest, run: () => Query<Rendered>): Query<Rendered> {
  const replay = yield* claimOrReplay(request);
  if (replay) return replay;
  yield* idempotencyLimit.check(request.accountId);
  const result = yield* attempt(run());
  const rendered = 'value' in result ? result.value : renderStorable(result.error);
  yield* storeAnswer(request, rendered);
  return rendered;
}

/** The stored answer if there is one; otherwise the key is this request's. */
export function* claimOrReplay(request: IdempotentRequest): Query<Rendered | undefined> {
  const key = recordKey(request);
  const claim = { ...key, fingerprint: request.fingerprint, created_at: request.now };
  if ((yield* CLAIM.run(claim)) === 1) return undefined;
  yield* runAlone();
  const replay = yield* findAnswer(request);
  if (replay) return replay;
  yield* subtract(yield* FORGET.all(key));
  if ((yield* CLAIM.run(claim)) === 1) return undefined;
  // Another one found the old record at the same time and was quicker.
  const quicker = yield* findAnswer(request);
  if (!quicker) throw reused();
  return quicker;
}

/** The stored answer if there is one; otherwise makes sure that there is room for another. */
export function* findAnswerOrRoom(request: IdempotentRequest): Query<Rendered | undefined> {
  const replay = yield* findAnswer(request);
  if (!replay) yield* idempotencyLimit.check(request.accountId);
  return replay;
}

/** The answer of an earlier, equal request, if it is still kept. */
function* findAnswer(request: IdempotentRequest): Query<Rendered | undefined> {
  const stored = yield* FIND.one(recordKey(request));
  if (!stored || stored.created_at < request.now - KEPT_FOR) return undefined;
  if (stored.fingerprint !== request.fingerprint || stored.status === null) {
    throw reused();
  }
  const body = unpackBody(stored.body, request.vault);
  const headers = { ...(JSON.parse(stored.headers) as Record<string, string>), 'idempotent-replayed': 'true' };
  return { status: stored.status, headers, body };
}

export function* storeAnswer(request: IdempotentRequest, rendered: Rendered): Query<void> {
  const headers = JSON.stringify(rendered.headers);
  const body = packBody(rendered.body, request.vault);
  const bytes = ROW_BYTES + request.idempotencyKey.length + headers.length + Buffer.byteLength(body);
  const { status } = rendered;
  yield* STORE.send({ ...recordKey(request), status, headers, body, account_id: request.accountId, bytes });
  yield* addToTotal(request.accountId, TOTAL, 'kept', bytes);
}

/** What a caller did wrong is part of the record; what it may do better next time (credentials, rate, our fault) is thrown on. */
export function renderStorable(error: unknown): Rendered {
  if (!(error instanceof AppError) || error.status >= 500 || NOT_STORED.has(error.status) || error.transient)
    throw error;
  return { status: error.status, headers: error.headers ?? {}, body: renderRefusal(error) };
}

/** Details are the only part that can be long. */
function renderRefusal(error: AppError): string {
  const body = errorBody(error);
  return Buffer.byteLength(body) <= LARGEST_REFUSAL ? body : errorBody(new AppError(error.code, error.message));
}

export const answerRetention: Retention = {
  name: 'idempotency.forget-old',
  everyMs: HOUR,
  *forget(now, limit) {
    const forgotten = yield* FORGET_OLD.all({ before: now - KEPT_FOR, limit });
    yield* subtract(forgotten);
    return forgotten.length;
  },
};

function* subtract(forgotten: readonly Forgotten[]): Query<void> {
  yield* addToTotals(
    forgotten.flatMap(({ account_id, bytes }) =>
      account_id === null ? [] : [{ account_id, list: TOTAL, status: 'kept', count: -bytes }],
    ),
  );
}

function reused(): AppError {
  return new AppError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was already used with a different request.');
}

/**
 * API keys have a column for their ids, older than any other credential. The others share the 0 in it, which is no key's,
 * and have their namespace in front of the word; a space keeps the two apart, because no word has one.
 */
function recordKey({ namespace, idempotencyKey }: IdempotentRequest): RecordKey {
  if (typeof namespace === 'number') return { key_id: namespace, idempotency_key: idempotencyKey };
  return { key_id: 0, idempotency_key: `${namespace} ${idempotencyKey}` };
}
