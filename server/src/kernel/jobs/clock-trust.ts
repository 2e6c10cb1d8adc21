import { lockName, type Query, sql } from '../db/query.ts';
import { DAY, HOUR } from '../time.ts';

/** Further than this between two looks, and the clock was set, or nobody looked: the two cannot be told apart. */
const JUMP_MS = HOUR;
/** How long a clock that went ahead must go on like that before anything is thrown away by it. */
const PROBATION_MS = DAY;

interface Seen {
  /** When the clock was last looked at, by itself. */
  at: number;
  /** From when on it is believed; 0 says ever since. */
  believedFrom: number;
}

const READ = sql<object, { value: string }>(`select value from settings where name = 'clock'`);
const SAVE = sql<{ value: string }>(
  `insert into settings (name, value) values ('clock', :value)
   on conflict (name) do update set value = excluded.value`,
);

/**
 * Whether things may be thrown away by this time. A clock that is set ahead by mistake makes everything old at once, and
 * what is deleted then does not come back when the mistake is mended. So a clock that was found far ahead of where it was
 * last seen, in whatever process, is believed only after a day. One that went back makes nothing old.
 */
export function* watchClock(now: number): Query<{ believed: boolean; until: number; jumped: boolean }> {
  yield* lockName('clock');
  const seen = yield* readSeen();
  const next = seen ? lookAgain(seen, now) : { at: now, believedFrom: 0 };
  yield* SAVE.run({ value: JSON.stringify(next) });
  const jumped = seen !== undefined && next.believedFrom > seen.believedFrom;
  return { believed: now >= next.believedFrom, until: next.believedFrom, jumped };
}

/** The same without noting anything; a clock that nobody has looked at lately is not believed. */
export function* isClockBelieved(now: number): Query<boolean> {
  const seen = yield* readSeen();
  return seen !== undefined && now >= seen.believedFrom && now - seen.at <= JUMP_MS;
}

function* readSeen(): Query<Seen | undefined> {
  const row = yield* READ.one({});
  return row && (JSON.parse(row.value) as Seen);
}

function lookAgain({ at, believedFrom }: Seen, now: number): Seen {
  if (now - at > JUMP_MS) return { at: now, believedFrom: now + PROBATION_MS };
  // Whatever it was before, from here on nothing is older than it seems.
  if (at - now > JUMP_MS) return { at: now, believedFrom: 0 };
  return { at: now, believedFrom };
}
