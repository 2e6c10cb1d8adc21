import { later, number, type Query, type Row, sql, table, text } from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';

/**
 * Programs that request an API key. They have no account until a person decides. The user code and the verifier are
 * stored as hashes, and the key itself nowhere.
 */
const requests = table(
  'device_requests',
  {
    id: number(),
    program: text(),
    machine: text(),
    environment: text<Environment>(),
    address: text(),
    source: text(),
    decision: later(text<'approved' | 'denied'>()),
    person_id: later(number()),
    account_id: later(number()),
    /** JSON of KeyRequest: the key that the person approved. */
    settings: later(text()),
    collected_at: later(number()),
    key_id: later(number()),
    created_at: number(),
    expires_at: number(),
  },
  { hidden: { challenge: text(), code_hash: text() }, unique: 'challenge' },
);
export type DeviceRequestRow = Row<typeof requests>;

/** An approved request. */
export interface Approved {
  person_id: number;
  account_id: number;
  settings: string;
}

const COUNT = sql<{ now: number; most: number }, { count: number }>(
  'select count(*) as count from (select id from device_requests where expires_at > :now limit :most) as open',
);
const COUNT_OF = sql<{ source: string; now: number; most: number }, { count: number }>(
  `select count(*) as count from (
     select id from device_requests where source = :source and expires_at > :now limit :most) as open`,
);
const BY_CODE = sql<{ code_hash: string; now: number }, DeviceRequestRow>(
  `select ${requests.columns} from device_requests where code_hash = :code_hash and expires_at > :now`,
);
const BY_CHALLENGE = sql<{ challenge: string; now: number }, DeviceRequestRow>(
  `select ${requests.columns} from device_requests where challenge = :challenge and expires_at > :now`,
);
const APPROVE = sql<Approved & { id: number; now: number }>(
  `update device_requests
   set decision = 'approved', person_id = :person_id, account_id = :account_id, settings = :settings
   where id = :id and decision is null and expires_at > :now`,
);
const DENY = sql<{ id: number; person_id: number; now: number }>(
  `update device_requests set decision = 'denied', person_id = :person_id
   where id = :id and decision is null and expires_at > :now`,
);
const CLAIM = sql<{ id: number; now: number }, Approved>(
  `update device_requests set collected_at = :now
   where id = :id and decision = 'approved' and collected_at is null and expires_at > :now
   returning person_id, account_id, settings`,
);
const NOTE_KEY = sql<{ id: number; key_id: number }>('update device_requests set key_id = :key_id where id = :id');
const COLLECTED = sql<{ id: number }, { account_id: number; key_id: number }>(
  'select account_id, key_id from device_requests where id = :id and key_id is not null',
);
const FORGET = sql<{ now: number; limit: number }>(
  `delete from device_requests where id in (
     select id from device_requests where expires_at < :now order by expires_at limit :limit)`,
);

export const insertRequest = requests.insert;
export const findByCode = BY_CODE.one;
export const findByChallenge = BY_CHALLENGE.one;
/** Returns the approved request for the first caller. */
export const claimApproved = CLAIM.one;
export const noteKey = NOTE_KEY.run;
export const findCollected = (id: number) => COLLECTED.one({ id });
export const forgetRequests = FORGET.run;

/** Counts open requests, up to `most`. */
export function* countOpen(now: number, most: number): Query<number> {
  return (yield* COUNT.one({ now, most }))?.count ?? 0;
}

/** Counts open requests of an address, up to `most`. */
export function* countOpenOf(source: string, now: number, most: number): Query<number> {
  return (yield* COUNT_OF.one({ source, now, most }))?.count ?? 0;
}

/** Returns false if somebody else decided first. */
export function* approve(decision: Parameters<typeof APPROVE.run>[0]): Query<boolean> {
  return (yield* APPROVE.run(decision)) === 1;
}

/** Returns false if somebody else decided first. */
export function* deny(decision: Parameters<typeof DENY.run>[0]): Query<boolean> {
  return (yield* DENY.run(decision)) === 1;
}
