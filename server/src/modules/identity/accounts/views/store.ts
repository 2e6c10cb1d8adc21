import { nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import type { AccountBound } from '../../people/index.ts';

const views = table('account_views', {
  id: number(),
  account_id: number(),
  /** The staff member, and the session that ends the view when it ends. Null for an operator key. */
  person_id: nullable(number()),
  session_id: nullable(number()),
  key_id: nullable(number()),
  /** Name of the staff member or the key at that time. */
  viewer: text(),
  reason: text(),
  began_at: number(),
  ends_at: number(),
  /** When the audit log of the customer shows the view; null once it does. */
  disclose_at: nullable(number()),
  delay_reason: nullable(text()),
});
export type AccountViewRow = Row<typeof views>;

/** A view that has not ended, with everything its rights depend on. */
export interface ViewGround extends Pick<AccountViewRow, 'id' | 'account_id' | 'person_id' | 'viewer' | 'ends_at'> {
  account_name: string;
  waits_since: number | null;
  bound: AccountBound | null;
  suspension: string | null;
  email: string | null;
  /** Current roles of the staff member. */
  staff_roles: string | null;
  /** Roles and networks of the key, and current roles of its creator. */
  key_roles: string | null;
  key_networks: string | null;
  key_made_by: number | null;
  maker_roles: string | null;
}

const ROLES_OF = (person: string) =>
  `case when ${person}.staff_disabled_at is null and ${person}.disabled_at is null then ${person}.staff_role end`;

const GROUND = sql<{ id: number; now: number }, ViewGround>(
  `select v.id, v.account_id, v.person_id, v.viewer, v.ends_at, a.name as account_name, a.waits_since, a.bound,
     a.suspension, p.email, ${ROLES_OF('p')} as staff_roles, k.roles as key_roles,
     k.allowed_networks as key_networks, k.made_by as key_made_by, ${ROLES_OF('m')} as maker_roles
   from account_views as v join accounts as a on a.id = v.account_id
   left join persons as p on p.id = v.person_id
   left join sessions as s on s.id = v.session_id and s.awaits is null and s.ends_at > :now
   left join operator_keys as k on k.id = v.key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > :now)
   left join persons as m on m.id = k.made_by
   where v.id = :id and v.ends_at > :now and (s.id is not null or k.id is not null)`,
);
const ACCOUNT = sql<{ id: number }, { id: number; name: string }>('select id, name from accounts where id = :id');
const FIND_OWN = sql<{ id: number; person_id: number | null; key_id: number | null }, AccountViewRow>(
  `select ${views.columns} from account_views
   where id = :id and (person_id = cast(:person_id as bigint) or key_id = cast(:key_id as bigint))`,
);
const COUNT_OF_PERSON = sql<{ id: number; now: number }, { count: number }>(
  'select count(*) as count from account_views where person_id = :id and ends_at > :now',
);
const COUNT_OF_KEY = sql<{ id: number; now: number }, { count: number }>(
  'select count(*) as count from account_views where key_id = :id and ends_at > :now',
);
const END = sql<{ id: number; account_id: number; now: number }>(
  'update account_views set ends_at = :now where id = :id and account_id = :account_id and ends_at > :now',
);
const TO_DISCLOSE = sql<{ now: number; limit: number }, AccountViewRow & { account_name: string }>(
  `select ${views.columns
    .split(', ')
    .map((column) => `v.${column}`)
    .join(', ')}, a.name as account_name
   from account_views as v join accounts as a on a.id = v.account_id
   where v.disclose_at <= :now order by v.disclose_at limit :limit`,
);
const DISCLOSED = sql<{ id: number; account_id: number }>(
  'update account_views set disclose_at = null where id = :id and account_id = :account_id and disclose_at is not null',
);
const FORGET = sql<{ before: number; limit: number }>(
  `delete from account_views where id in (
     select id from account_views where began_at < :before and disclose_at is null order by began_at limit :limit)`,
);

export const insertView = views.insert;
export const findViewGround = GROUND.one;
export const findViewedAccount = (id: number) => ACCOUNT.one({ id });
export const findOwnView = FIND_OWN.one;
export const endView = END.run;
export const listToDisclose = TO_DISCLOSE.all;
export const forgetViews = FORGET.run;

export function* countOpenViews(viewer: { personId: number } | { keyId: number }, now: number): Query<number> {
  const found =
    'personId' in viewer
      ? yield* COUNT_OF_PERSON.one({ id: viewer.personId, now })
      : yield* COUNT_OF_KEY.one({ id: viewer.keyId, now });
  return found?.count ?? 0;
}

/** Returns false if another process disclosed the view. */
export function* markDisclosed(row: Pick<AccountViewRow, 'id' | 'account_id'>): Query<boolean> {
  return (yield* DISCLOSED.run(row)) > 0;
}
