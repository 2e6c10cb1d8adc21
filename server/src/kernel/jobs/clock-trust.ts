import { lockName, type Query } from '@hostler/database';
import { storedValue } from '../stored-value.ts';
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

const clock = storedValue<Seen>('clock');

interface Watched {
  readonly believed: boolean;
  /** Time from which the clock is trusted. */
  readonly until: number;
  /** Jump of the clock since the last check, and its direction. */
  readonly jumped: 'ahead' | 'back' | undefined;
  /** Time of the last check; undefined if this is the first one. */
  readonly lastSeen: number | undefined;
}

/**
 * Returns whether retention may delete by this clock, and records the check. A clock set ahead by mistake makes all
 * rows look expired, and deleted rows do not return when it is corrected. So a clock that jumped ahead since the last
 * check of any process is trusted only after a day. A clock that was set back makes no row look expired.
 */
export function* watchClock(now: number): Query<Watched> {
  yield* lockName('clock');
  const seen = yield* clock.read();
  const next = seen ? checkAgain(seen, now) : { at: now, believedFrom: 0 };
  yield* clock.save(next);
  const believed = now >= next.believedFrom;
  return { believed, until: next.believedFrom, jumped: seen && findJump(seen, now), lastSeen: seen?.at };
}

/** Like `watchClock`, but records nothing. A clock that was not checked within the last hour is not trusted. */
export function* isClockBelieved(now: number): Query<boolean> {
  const seen = yield* clock.read();
  return seen !== undefined && now >= seen.believedFrom && now - seen.at <= JUMP_MS;
}

function checkAgain(seen: Seen, now: number): Seen {
  const jumped = findJump(seen, now);
  if (jumped === 'ahead') return { at: now, believedFrom: now + PROBATION_MS };
  // After a step back no row looks older than it is, so the clock is trusted at once.
  return { at: now, believedFrom: jumped === 'back' ? 0 : seen.believedFrom };
}

function findJump({ at }: Seen, now: number): Watched['jumped'] {
  if (now - at > JUMP_MS) return 'ahead';
  return at - now > JUMP_MS ? 'back' : undefined;
}
