import { addToTotal, defineStaffList, type Query, sql } from '@hostler/database';
import { KEY_COLUMNS, type KeyRecord } from './store.ts';

const REVOKE = sql<{ id: number; now: number }, KeyRecord>(
  `update api_keys set revoked_at = :now where id = :id and revoked_at is null returning ${KEY_COLUMNS}`,
);
const FIND = sql<{ id: number }, KeyRecord>(`select ${KEY_COLUMNS} from api_keys where id = :id`);

/** Returns the revoked key, also if it was revoked before. Undefined if it does not exist. */
export function* revokeKey(id: number, now: number): Query<KeyRecord | undefined> {
  const revoked = yield* REVOKE.one({ id, now });
  if (revoked) yield* addToTotal(revoked.account_id, 'keys', '', -1);
  return revoked ?? (yield* FIND.one({ id }));
}

const HAS_ENDED = 'expires_at is not null and expires_at <= :now';

/** Lists the keys of all accounts or of one. */
export const listKeys = defineStaffList<KeyRecord, 'active' | 'expired' | 'revoked'>({
  select: `select ${KEY_COLUMNS} from api_keys`,
  statuses: {
    active: `revoked_at is null and not (${HAS_ENDED})`,
    expired: `(revoked_at is null or revoked_at = expires_at) and ${HAS_ENDED}`,
    revoked: 'revoked_at is not null and (expires_at is null or revoked_at <> expires_at)',
  },
  searched: ['name', 'hint'],
});
