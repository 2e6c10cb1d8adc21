import { type Query, sql } from '@hostler/database';
import type { NotificationKind } from './kinds.ts';

interface Whose {
  account_id: number;
  person_id: number;
}

const OF_PERSON = sql<Whose, { kind: NotificationKind }>(
  'select kind from notification_switches where account_id = :account_id and person_id = :person_id',
);
const OF_KIND = sql<{ account_id: number; kind: NotificationKind }, { person_id: number }>(
  'select person_id from notification_switches where account_id = :account_id and kind = :kind',
);
const SWITCH_OFF = sql<Whose & { kind: NotificationKind }>(
  `insert into notification_switches (account_id, person_id, kind) values (:account_id, :person_id, :kind)
   on conflict (account_id, person_id, kind) do nothing`,
);
const SWITCH_ON = sql<Whose & { kind: NotificationKind }>(
  'delete from notification_switches where account_id = :account_id and person_id = :person_id and kind = :kind',
);

/** Returns the kinds that the person has switched off in an account. */
export function* listSwitchedOff(accountId: number, personId: number): Query<ReadonlySet<NotificationKind>> {
  const rows = yield* OF_PERSON.all({ account_id: accountId, person_id: personId });
  return new Set(rows.map(({ kind }) => kind));
}

/** Returns the people of an account who have switched a kind off. */
export function* listPeopleWithout(accountId: number, kind: NotificationKind): Query<ReadonlySet<number>> {
  const rows = yield* OF_KIND.all({ account_id: accountId, kind });
  return new Set(rows.map(({ person_id }) => person_id));
}

export function* switchKind(whose: Whose, kind: NotificationKind, on: boolean): Query<void> {
  yield* (on ? SWITCH_ON : SWITCH_OFF).run({ ...whose, kind });
}
