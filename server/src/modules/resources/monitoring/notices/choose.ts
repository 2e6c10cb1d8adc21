import type { Telling } from './operator-store.ts';

/** Content of a mail. */
export interface Told {
  firing: Telling[];
  resolved: Telling[];
}

/**
 * Returns one line per alert, in its current state. An alert that fired and resolved during quiet hours is left out.
 * One that resolved before it was mailed otherwise is mailed as resolved.
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
