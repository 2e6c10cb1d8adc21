import { sql } from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';
import type { Member } from '#kernel/http/caller.ts';
import { defineLimit } from '#kernel/limits/limit.ts';
import type { AccountBound } from '../people/index.ts';

/**
 * Credentials are looked up by hash over all accounts, because the account is not known before. Nothing else in the
 * server reads across accounts on behalf of a caller.
 */
export interface KeyRow {
  key_id: number;
  key_name: string;
  account_id: number;
  account_name: string;
  environment: Environment;
  scopes: string;
  rate_limit: number;
  allowed_networks: string;
  expires_at: number | null;
  /** The person who created the key, whose scopes bound those of the key. Null if staff created it. */
  made_by: number | null;
  maker_role: Member['role'] | null;
  maker_scopes: string | null;
  waits_since: number | null;
  bound: AccountBound | null;
  suspension: string | null;
}

/** Counts keys that are not revoked. */
export const keysLimit = defineLimit({
  name: 'keys',
  default: 100,
  what: 'API keys',
  advice: 'Revoke one',
  counts: { list: 'keys' },
});

export interface TokenRow extends KeyRow {
  family_id: number;
  token_scopes: string;
  token_expires_at: number;
}

const KEY_COLUMNS = `k.id as key_id, k.name as key_name, k.account_id, a.name as account_name, k.environment, k.scopes,
  k.rate_limit, k.allowed_networks, k.expires_at, k.made_by, m.role as maker_role, m.scopes as maker_scopes,
  a.waits_since, a.bound, a.suspension`;
/** Leaves out keys whose creator is no longer a member. */
const ACCOUNT_AND_MAKER = `join accounts as a on a.id = k.account_id
   left join memberships as m on m.person_id = k.made_by and m.account_id = k.account_id
   left join persons as p on p.id = k.made_by`;
const IS_GOOD = 'k.revoked_at is null and (k.made_by is null or (m.id is not null and p.disabled_at is null))';

const KEY = sql<{ hash: string }, KeyRow>(
  `select ${KEY_COLUMNS} from api_keys as k ${ACCOUNT_AND_MAKER}
   where k.hash = :hash and ${IS_GOOD}`,
);
const KEYS = sql<{ ids: string }, KeyRow & { hash: string }>(
  `select ${KEY_COLUMNS}, k.hash from api_keys as k ${ACCOUNT_AND_MAKER}
   where k.id {in :ids} and ${IS_GOOD}`,
);
const TOKEN = sql<{ hash: string }, TokenRow>(
  `select ${KEY_COLUMNS}, f.id as family_id, f.scopes as token_scopes, t.expires_at as token_expires_at
   from access_tokens as t join token_families as f on f.id = t.family_id join api_keys as k on k.id = f.key_id
   ${ACCOUNT_AND_MAKER}
   where t.hash = :hash and f.revoked_at is null and ${IS_GOOD}`,
);
const KEY_OF_FAMILY = sql<{ family_id: number }, TokenRow>(
  `select ${KEY_COLUMNS}, f.id as family_id, f.scopes as token_scopes, 0 as token_expires_at
   from token_families as f join api_keys as k on k.id = f.key_id
   ${ACCOUNT_AND_MAKER}
   where f.id = :family_id and f.revoked_at is null and ${IS_GOOD}`,
);
const MARK_USED = sql<{ key_id: number; now: number; address: string }>(
  `insert into api_key_uses (key_id, last_used_at, last_used_from) values (:key_id, :now, :address)
   on conflict (key_id) do update set last_used_at = excluded.last_used_at, last_used_from = excluded.last_used_from`,
);

export const findKeyByHash = (hash: string) => KEY.one({ hash });
/** Returns the keys that are still valid, with their hashes. A standby that lags behind may reuse an id. */
export const findKeys = (ids: readonly number[]) => KEYS.all({ ids: JSON.stringify(ids) });
export const findToken = (hash: string) => TOKEN.one({ hash });
export const findFamilyKey = (familyId: number) => KEY_OF_FAMILY.one({ family_id: familyId });
export const markKeyUsed = MARK_USED.run;
