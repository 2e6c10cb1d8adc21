import type { Database, Query } from '@hostler/database';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { DAY, MINUTE, SECOND } from '#kernel/time.ts';
import { listMembersToTell, type MemberToTell, scopesOf } from '../../../identity/people/index.ts';
import { endOfQuiet } from '../preferences/quiet.ts';
import { DEFAULTS, findPreferences, listPreferences, noteMailed, wantsMail } from '../preferences/store.ts';
import { chooseTold } from './choose.ts';
import { writeAlerts } from './letters.ts';
import * as store from './operator-store.ts';

/** Alerts per account, and accounts, per run. The rest follows in the next run. */
const AT_ONCE = 200;
const ACCOUNTS_AT_ONCE = 100;
/** Minimum time between mails of one account to one person, except for a server that is down. */
const MAIL_EVERY = 5 * MINUTE;
/** Alerts per mail, which names the first few. */
const MOST_IN_MAIL = 1_000;

interface Dependencies {
  db: Database;
  mailer: Mailer;
  links: Links;
}

/**
 * Mails people about the alerts of their account. First each notice becomes one per interested person, due now or after
 * their quiet hours. Then each person with due notices gets one mail for all of them.
 */
export function sendNotices({ db, mailer, links }: Dependencies): RecurringJob {
  return {
    name: 'monitoring.send-notices',
    everyMs: 15 * SECOND,
    async run(now) {
      for (const { account_id } of await db.read(store.listAccountsToTell(ACCOUNTS_AT_ONCE))) {
        await db.write(() => spread(account_id, now));
      }
      const due = { now, furthest: furthestFrom(now) };
      for (const whose of await db.read(store.listDue({ ...due, limit: AT_ONCE }))) {
        await db.write(() => tell(whose.account_id, whose.person_id, now));
      }
    },
  };

  function* spread(accountId: number, now: number): Query<void> {
    const notices = yield* store.takeNotices(accountId, AT_ONCE);
    const preferences = yield* listPreferences(accountId);
    const rows = (yield* listMembersToTell(accountId)).flatMap((member) => {
      const theirs = preferences.get(member.id) ?? DEFAULTS;
      if (!mayBeTold(member) || !wantsMail(theirs, member.role)) return [];
      const quietUntil = endOfQuiet(theirs, now);
      return notices.map(({ alert_id, state, metric }) => {
        const waits = quietUntil !== undefined && metric !== 'down';
        return { person_id: member.id, alert_id, state, delayed: waits ? 1 : 0, due_at: waits ? quietUntil : now };
      });
    });
    yield* store.planTellings(accountId, rows);
  }

  function* tell(accountId: number, personId: number, now: number): Query<void> {
    const due = { account_id: accountId, person_id: personId, now, furthest: furthestFrom(now) };
    const tellings = yield* store.listTellings({ ...due, limit: MOST_IN_MAIL });
    const member = (yield* listMembersToTell(accountId)).find(({ id }) => id === personId);
    const theirs = yield* findPreferences(accountId, personId);
    // Former members and people who switched mails off get none, and deleted alerts are left out.
    if (!member || !mayBeTold(member) || !wantsMail(theirs, member.role) || tellings.length === 0) {
      yield* store.forgetDue(due);
      return;
    }
    const urgent = tellings.filter(({ metric }) => metric === 'down');
    const quietUntil = endOfQuiet(theirs, now);
    const chosen = quietUntil === undefined ? tellings : urgent;
    const later = tellings.filter((telling) => !chosen.includes(telling));
    // Quiet hours were set since, or the clock of their time zone was set back.
    if (quietUntil !== undefined) yield* putOff(due, later, quietUntil, 1);
    const told = chooseTold(chosen);
    const next = (theirs.last_mail_at ?? Number.NEGATIVE_INFINITY) + MAIL_EVERY;
    const isTooSoon = now < next && next <= now + MAIL_EVERY && urgent.length === 0;
    if (told.firing.length + told.resolved.length === 0) return yield* drop(due, chosen);
    if (isTooSoon) return yield* putOff(due, chosen, next, 0);
    const letter = writeAlerts(told, links.to('/monitoring'));
    const cause = `account ${accountId} person ${personId} at ${now}`;
    const queued = yield* mailer.queue({
      ...{ kind: 'alerts', cause, to: member.email, letter, accountId, nature: 'alert' },
      now,
    });
    if (queued === 'too_many') return yield* putOff(due, chosen, now + MAIL_EVERY, 0);
    yield* noteMailed(accountId, personId, now);
    yield* drop(due, chosen);
  }
}

function* putOff(due: store.Due, tellings: readonly store.Telling[], due_at: number, delayed: 0 | 1): Query<void> {
  if (tellings.length > 0) yield* store.putOff({ ...due, ids: idsOf(tellings), due_at, delayed });
}

function* drop(due: store.Due, tellings: readonly store.Telling[]): Query<void> {
  yield* store.forgetTold({ ...due, ids: idsOf(tellings) });
}

function idsOf(tellings: readonly store.Telling[]): string {
  return JSON.stringify([...new Set(tellings.map(({ alert_id }) => alert_id))]);
}

function mayBeTold(member: MemberToTell): boolean {
  return scopesOf(member).includes('monitoring.read');
}

/** Quiet hours are never longer. A later time was scheduled before the clock was set back. */
function furthestFrom(now: number): number {
  return now + 2 * DAY;
}
