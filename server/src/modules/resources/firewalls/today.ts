import { MACHINES } from '#kernel/staff-roles.ts';
import { MINUTE } from '#kernel/time.ts';
import { MOST_COUNTED, type TodaySource } from '#kernel/today-source.ts';
import { listUnprotected } from './policies/store.ts';

/** Rules are usually in effect within seconds. */
const LATE_MS = 10 * MINUTE;
const MOST_NAMED = 5;

/** Servers whose firewalls or isolation are not in effect, for example because the helper of their host is gone. */
export const serversWithoutRules: TodaySource = {
  key: 'servers_without_rules',
  roles: MACHINES,
  url: '/operator/servers',
  tone: 'bad',
  *read(now) {
    const names = yield* listUnprotected(now - LATE_MS, MOST_COUNTED + 1);
    const detail = `${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? ' and others' : ''}`;
    return { count: names.length, ...(names.length > 0 ? { detail } : {}) };
  },
};
