import { MACHINES } from '#kernel/staff-roles.ts';
import { type Clock, MINUTE } from '#kernel/time.ts';
import type { TodayCount, TodaySource } from '#kernel/today-source.ts';
import { type CheckedEngine, checkEngine, PATIENCE_MS, type PartHealth } from './health.ts';

/** An older result is checked again in the background. */
const CHECKED_EVERY_MS = MINUTE;

interface Dependencies {
  clock: Clock;
  parts: readonly CheckedEngine[];
}

/**
 * The health of the engines as last seen. A request never waits for an engine: it gets the last result, and an old one
 * is renewed for the next request.
 */
export function engineHealthToday({ clock, parts }: Dependencies): TodaySource {
  let last: readonly PartHealth[] | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  function renew(): void {
    const now = clock.now();
    if (Math.abs(now - checkedAt) < CHECKED_EVERY_MS) return;
    checkedAt = now;
    Promise.all(parts.map((part) => checkEngine(part, PATIENCE_MS.probe))).then(
      (checked) => {
        last = checked;
      },
      // A check that throws says nothing about the engines.
      () => {},
    );
  }

  return {
    key: 'engines',
    roles: MACHINES,
    url: '/operator/operations/engines',
    tone: 'bad',
    // biome-ignore lint/correctness/useYield: the state is in memory, but the interface is a query.
    *read() {
      renew();
      return last ? summarise(last) : { count: null };
    },
  };
}

function summarise(parts: readonly PartHealth[]): TodayCount {
  const faulty = parts.filter(({ state }) => state !== 'ok');
  if (faulty.length === 0) return { count: 0 };
  const isDown = faulty.some(({ state }) => state === 'not reached');
  const detail = faulty.map(({ part, state }) => `${part}: ${state}`).join(', ');
  return { count: faulty.length, detail, tone: isDown ? 'bad' : 'wait' };
}
