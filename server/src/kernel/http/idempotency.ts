import { addToTotal, addToTotals, attempt, type Migration, type Query, runAlone, sql } from '@hostler/database';
import type { Vault } from '../crypto.ts';
import { sha256 } from '../crypto.ts';
import { AppError } from '../errors.ts';
import type { Retention } from '../jobs/retention.ts';
import { defineLimit } from '../limits/limit.ts';
import { DAY, HOUR } from '../time.ts';
import type { Credential } from './caller.ts';
import { errorBody } from './envelope.ts';
import { errors } from './errors.ts';
import { packBody, unpackBody } from './kept-body.ts';

/** A rendered response that can be stored and replayed. */
export interface Rendered {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface IdempotentRequest {
  /** Owner of the stored response: see `keeperOf`. */
  readonly accountId: number;
  readonly namespace: Credential['namespace'];
  readonly idempotencyKey: string;
  /** Identifies an equal request. */
  readonly fingerprint: string;
  readonly now: number;
  /** Encrypts stored responses that contain a secret. */
  readonly vault: Vault | undefined;
}

const KEPT_FOR = DAY;
const NOT_STORED = new Set([401, 403, 429]);
const LARGEST_REFUSAL = 64 * 1024;
/** Bytes of a record besides its texts. */
const ROW_BYTES = 200;
const TOTAL = 'idempotency_bytes';

/**
 * A stored response is never evicted before it expires. An account at this limit waits, or sends no Idempotency-Key.
 */
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
 * Replays the response of an earlier, equal request, or runs this one and stores its response. Both happen in the
 * caller's transaction, so a crash cannot leave a change without its record or the reverse. A concurrent request with
 * the same key waits at the claim until the first transaction has ended.
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

/** Returns the stored response if there is one. Otherwise claims the key for this request. */
export function* claimOrReplay(request: IdempotentRequest): Query<Rendered | undefined> {
  const key = recordKey(request);
  const claim = { ...key, fingerprint: request.fingerprint, created_at: request.now };
  if ((yield* CLAIM.run(claim)) === 1) return undefined;
  yield* runAlone();
  const replay = yield* findAnswer(request);
  if (replay) return replay;
  yield* subtract(yield* FORGET.all(key));
  if ((yield* CLAIM.run(claim)) === 1) return undefined;
  // A concurrent request replaced the expired record first.
  const quicker = yield* findAnswer(request);
  if (!quicker) throw reused();
  return quicker;
}

/** Returns the stored response if there is one. Otherwise checks that there is room for another. */
export function* findAnswerOrRoom(request: IdempotentRequest): Query<Rendered | undefined> {
  const replay = yield* findAnswer(request);
  if (!replay) yield* idempotencyLimit.check(request.accountId);
  return replay;
}

/** Returns the response of an earlier, equal request, if it is still stored. */
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

/**
 * Renders an error that is stored for its Idempotency-Key. Rethrows errors that a retry can avoid: credentials, rate,
 * and faults of the server.
 */
export function renderStorable(error: unknown): Rendered {
  if (!(error instanceof AppError) || error.status >= 500 || NOT_STORED.has(error.status) || error.transient)
    throw error;
  return { status: error.status, headers: error.headers ?? {}, body: renderRefusal(error) };
}

/** Omits the details of a large error; no other part can be long. */
function renderRefusal(error: AppError): string {
  const body = errorBody(error);
  return Buffer.byteLength(body) <= LARGEST_REFUSAL ? body : errorBody(error.withDetails());
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
  return errors.idempotency_key_used();
}

/**
 * API keys have a column for their id, which is older than the other credentials. The others use 0, which is no key's
 * id, and prefix their namespace. The space separates the two, because an Idempotency-Key contains none.
 */
function recordKey({ namespace, idempotencyKey }: IdempotentRequest): RecordKey {
  if (typeof namespace === 'number') return { key_id: namespace, idempotency_key: idempotencyKey };
  return { key_id: 0, idempotency_key: `${namespace} ${idempotencyKey}` };
}
