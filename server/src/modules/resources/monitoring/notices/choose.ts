import type { Telling } from './operator-store.ts';

/** What a mail says. */
export interface Told {
  firing: Telling[];
  resolved: Telling[];
}

/**
 * One line for each alert, as it is now. What fired and was over while it waited for the end of quiet hours is not told at
 * all; what was over before it was told otherwise is told when that it resolved is.
 */
export function chooseTold(tellings: readonly Telling[]): Told {
  const told: Told = { firing: [], resolved: [] };
  const slept = new Set(tellings.filter(isFire).flatMap(({ alert_id, delayed }) => (delayed === 1 ? [alert_id] : [])));
  for (const telling of tellings) {
    if (telling.now_state === 'firing') {
      if (isFire(telling)) told.firing.push(telling);
    } else if (!isFire(telling) && !slept.has(telling.alert_id)) told.resolved.push(telling);
  }
  return told;
}

function isFire({ state }: Telling): boolean {
  return state === 'firing';
}
