import type { Query } from '@hostler/database';
import type { Member } from '#kernel/http/caller.ts';
import { NOTIFICATION_KINDS } from './kinds.ts';
import type { NotificationChange, NotificationSettings } from './schemas.ts';
import { listSwitchedOff, switchKind } from './store.ts';

/** Returns the settings of the person who is signed in, in the account that they named. Everything is on until it is switched off. */
export function* showNotifications({ account, person }: Member): Query<NotificationSettings> {
  const off = yield* listSwitchedOff(account.id, person.id);
  return Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, !off.has(kind)])) as NotificationSettings;
}

/** Kinds that are absent stay as they are. */
export function* changeNotifications(member: Member, change: NotificationChange): Query<NotificationSettings> {
  const whose = { account_id: member.account.id, person_id: member.person.id };
  for (const kind of NOTIFICATION_KINDS) {
    const on = change[kind];
    if (on !== undefined) yield* switchKind(whose, kind, on);
  }
  return yield* showNotifications(member);
}
