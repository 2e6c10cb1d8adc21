import { lockName, type Query, sql } from '@hostler/database';
import { DAY, HOUR } from '../time.ts';

/**
 * A longer gap between two checks means that the clock was set or that no process ran. The two cannot be distinguished.
 */
const JUMP_MS = HOUR;
/** A clock that jumped ahead must run this long before retention deletes anything by it. */
const PROBATION_MS = DAY;

interface Seen {
  /** Time of the last check, by the clock itself. */
  at: number;
  /** Time from which the clock is trusted; 0 means always. */
  believedFrom: number;
}

const READ = sql<object, { value: string }>(`select value from settings where name = 'clock'`);
const SAVE = sql<{ value: string }>(
  `insert into settings (name, value) values ('clock', :value)
   on conflict (name) do update set value = excluded.value`,
);

/**
 * Returns whether retention may delete by this clock, and records the check. A clock set ahead by mistake makes all
 * rows look expired, and deleted rows do not return when it is corrected. So a clock that jumped ahead since the last
 * check of any process is trusted only after a day. A clock that was set back makes no row look expired.
 */
export function* watchClock(now: number): Query<{ believed: boolean; until: number; jumped: boolean }> {
  yield* lockName('clock');
  const seen = yield* readSeen();
  const next = seen ? checkAgain(seen, now) : { at: now, believedFrom: 0 };
  yield* SAVE.run({ value: JSON.stringify(next) });
  const jumped = seen !== undefined && next.believedFrom > seen.believedFrom;
  return { believed: now >= next.believedFrom, until: next.believedFrom, jumped };
}

/** Like `watchClock`, but records nothing. A clock that was not checked within the last hour is not trusted. */
export function* isClockBelieved(now: number): Query<boolean> {
  const seen = yield* readSeen();
  return seen !== undefined && now >= seen.believedFrom && now - seen.at <= JUMP_MS;
}

function* readSeen(): Query<Seen | undefined> {
  const row = yield* READ.one({});
  return row && (JSON.parse(row.value) as Seen);
}

function checkAgain({ at, believedFrom }: Seen, now: number): Seen {
  if (now - at > JUMP_MS) return { at: now, believedFrom: now + PROBATION_MS };
  // After a step back no row looks older than it is, so the clock is trusted at once.
  if (at - now > JUMP_MS) return { at: now, believedFrom: 0 };
  return { at: now, believedFrom };
}
