import { type Query, sql } from '@hostler/database';
import type { Member } from '#kernel/http/caller.ts';

/** A member of an account or an invitation to it. `person_id` is null for invitations, `invitation_id` for members. */
export interface PeopleRow {
  person_id: number | null;
  invitation_id: number | null;
  email: string;
  name: string;
  role: Member['role'];
  scopes: string;
  rights: string;
  ownership_offered_at: number | null;
  created_at: number;
}

const MEMBERS = `select m.person_id, null as invitation_id, p.email, p.name, m.role, m.scopes, m.rights,
    m.ownership_offered_at, m.created_at, 0 as part, m.id as place
  from memberships as m join persons as p on p.id = m.person_id where m.account_id = :account_id`;
const INVITED = `select null as person_id, id as invitation_id, email, '' as name, role, scopes, rights,
    null as ownership_offered_at, created_at, 1 as part, id as place
  from invitations where account_id = :account_id and expires_at > :now`;
const COLUMNS = 'person_id, invitation_id, email, name, role, scopes, rights, ownership_offered_at, created_at';

const LIST = sql<{ account_id: number; now: number; limit: number; offset: number }, PeopleRow>(
  `select ${COLUMNS} from (${MEMBERS} union all ${INVITED}) as everybody order by part, place limit :limit offset :offset`,
);
const COUNT = sql<{ account_id: number; now: number }, { count: number }>(
  `select (select count(*) from memberships where account_id = :account_id)
     + (select count(*) from invitations where account_id = :account_id and expires_at > :now) as count`,
);
const MEMBER = sql<{ account_id: number; person_id: number }, PeopleRow>(
  `select ${COLUMNS} from (${MEMBERS}) as members where person_id = :person_id`,
);

export function* listPeople(accountId: number, now: number, limit: number, offset: number) {
  const items = yield* LIST.all({ account_id: accountId, now, limit, offset });
  const total = (yield* COUNT.one({ account_id: accountId, now }))?.count ?? 0;
  return { items, total };
}

export function findMember(accountId: number, personId: number): Query<PeopleRow | undefined> {
  return MEMBER.one({ account_id: accountId, person_id: personId });
}
