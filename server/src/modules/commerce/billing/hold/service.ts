import type { Query } from '@hostler/database';
import { yearIn } from '#kernel/calendar.ts';
import { AppError } from '#kernel/errors.ts';
import type { Logger } from '#kernel/log.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { type Clock, DAY, formatTime } from '#kernel/time.ts';
import { errors } from '../errors.ts';
import { describeBehind } from './describe.ts';
import { advanceClock, type Hold, judgeClock } from './judge.ts';
import { createHoldMail } from './staff-mail.ts';
import { type BillingClock, lockBillingClock, readBillingClock, saveBillingClock } from './store.ts';

/** A run for a time further ahead than this needs a confirmation. */
const CONFIRM_DAYS_AHEAD = 40;
const MOST_DAYS_AHEAD = 400;

interface Dependencies {
  clock: Clock;
  log: Logger;
  staffMail: StaffMail;
  settings: { readonly maxGapDays: number; readonly timeZone: string };
}

/** Options of a billing run. */
export interface RunRequest {
  /** The time it is for; now if absent. */
  readonly at?: number | undefined;
  /** Staff confirmed it. */
  readonly yes?: boolean | undefined;
}

export interface RunPermit {
  /** Present while billing is held. */
  readonly hold: Hold | undefined;
  /** Only the steps that are never held may run. */
  readonly isLimited: boolean;
  /** The time that the run is for. */
  readonly at: number;
}

export type BillingHold = ReturnType<typeof createBillingHold>;

/**
 * Decides whether billing may go by the clock. A gap since the last run means that the clock leapt ahead or that the server
 * was off; the two look the same, so nothing that costs customers money happens until the clock has proved itself.
 */
export function createBillingHold({ clock, log, staffMail, settings }: Dependencies) {
  const mail = createHoldMail(staffMail);
  const judge = (known: BillingClock, now: number) => judgeClock(known, now, settings.maxGapDays * DAY);

  /** Returns why billing is held at this moment, without noting anything. */
  function* find(now = clock.now()): Query<Hold | undefined> {
    const known = yield* readBillingClock();
    return known && judge(known, now);
  }

  function* isHeld(): Query<boolean> {
    return (yield* find()) !== undefined;
  }

  /** Notes that a run begins and returns what it may do; throws if its time needs a confirmation that was not given. */
  function* begin({ at, yes = false }: RunRequest): Query<RunPermit> {
    yield* lockBillingClock();
    const now = clock.now();
    const known = (yield* readBillingClock()) ?? { at: now };
    if (at !== undefined) checkDistance(at, Math.max(now, known.ranFor ?? known.at), yes);
    const isConfirmed = yes && at === undefined;
    const hold = isConfirmed ? undefined : judge(known, now);
    if (!hold) {
      yield* saveBillingClock({ ...(isConfirmed ? { at: now } : advanceClock(known, now)), ranFor: at ?? now });
      if (known.hold) yield* tellOfEnd(known.hold.since, isConfirmed, now);
      return { hold, isLimited: false, at: at ?? now };
    }
    const { since, seenAt, steadyFrom } = hold;
    // A confirmed time is about that run alone: the clock is still not trusted.
    const confirmed = yes ? { confirmedAt: at, ranFor: at } : {};
    yield* saveBillingClock({ ...known, ...confirmed, hold: { since, seenAt, steadyFrom } });
    if (!known.hold) yield* tellOfHold(hold, now);
    return { hold, isLimited: !yes, at: at ?? now };
  }

  /** Lets documents have this date although billing is held. */
  function* confirmDate(at: number): Query<void> {
    const known = yield* readBillingClock();
    if (known) yield* saveBillingClock({ ...known, confirmedAt: at });
  }

  function* tellOfHold(hold: Hold, now: number): Query<void> {
    const gap_days = Math.floor(hold.gapMs / DAY);
    log.warn({ last_run: formatTime(hold.lastRunAt), gap_days }, 'billing held: clock is far ahead of the last run');
    yield* mail.ofHold(hold, now);
  }

  function* tellOfEnd(since: number, isConfirmed: boolean, now: number): Query<void> {
    log.info({ held_since: formatTime(since), confirmed: isConfirmed }, 'billing continues');
    if (!isConfirmed) yield* mail.ofEnd(since, now);
  }

  /** Returns the same time, or the time of the last billing run while billing is held and staff did not confirm this time. */
  function* trustedTime(at: number): Query<number> {
    const known = yield* readBillingClock();
    return known && known.confirmedAt !== at && judge(known, clock.now()) ? known.at : at;
  }

  /**
   * Refuses a document whose number would start the series of another year while billing is held, or while the clock is
   * behind the last run. Customers can order meanwhile, but a number of a wrong year cannot be undone.
   */
  function* checkDate(at: number): Query<void> {
    const known = yield* readBillingClock();
    if (!known || known.confirmedAt === at) return;
    const isTrusted = !judge(known, clock.now()) && describeBehind(known.at, clock.now()) === undefined;
    if (isTrusted || yearIn(settings.timeZone, at) === yearIn(settings.timeZone, known.at)) return;
    const message =
      'Invoices cannot be issued at the moment: the date of the server is being checked. Try again later.';
    throw new AppError('CONFLICT', message, { transient: true });
  }

  return { find, isHeld, begin, confirmDate, trustedTime, checkDate };
}

function checkDistance(at: number, from: number, yes: boolean): void {
  const days = (at - from) / DAY;
  const distance = `The time of --at is ${Math.floor(days)} days after ${formatTime(from)}, the later of now and the last billing run.`;
  if (days > MOST_DAYS_AHEAD) throw errors.billing_day_too_far({ distance, max: MOST_DAYS_AHEAD });
  if (days > CONFIRM_DAYS_AHEAD && !yes) {
    throw errors.billing_day_needs_confirmation({ distance, max: CONFIRM_DAYS_AHEAD });
  }
}
