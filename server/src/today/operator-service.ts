import type { Query } from '@hostler/database';
import type { StaffRole } from '#kernel/staff-roles.ts';
import { MOST_COUNTED, TODAY_KEYS, type TodaySource } from '#kernel/today-source.ts';
import type { TodayNumber } from './schemas.ts';

export type TodayService = ReturnType<typeof createTodayService>;

/** Gathers the numbers of all modules. */
export function createTodayService({ sources }: { sources: readonly TodaySource[] }) {
  const ordered = TODAY_KEYS.flatMap((key) => sources.filter((source) => source.key === key));

  /** Returns the numbers that these roles may read. */
  function* read(roles: ReadonlySet<StaffRole>, now: number): Query<TodayNumber[]> {
    const numbers: TodayNumber[] = [];
    for (const source of ordered) {
      if (source.roles.some((role) => roles.has(role))) numbers.push(yield* readNumber(source, now));
    }
    return numbers;
  }

  return { read };
}

function* readNumber({ key, url, tone, read }: TodaySource, now: number): Query<TodayNumber> {
  const { count, amounts = [], detail = null, ...found } = yield* read(now);
  return {
    key,
    count: count === null ? null : Math.min(count, MOST_COUNTED),
    capped: found.capped ?? (count !== null && count > MOST_COUNTED),
    amounts: [...amounts],
    detail,
    tone: found.tone ?? (count === null ? 'idle' : count === 0 ? 'good' : tone),
    url,
  };
}
