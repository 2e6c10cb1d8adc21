import { MACHINES } from '#kernel/staff-roles.ts';
import { countRowsOf, type TodaySource } from '#kernel/today-source.ts';
import { SELECT_STALE } from './store.ts';

/** Released addresses whose reverse name is still on the name server. */
export const reverseNamesToReset: TodaySource = {
  key: 'reverse_names_to_reset',
  roles: MACHINES,
  url: '/operator/addresses',
  tone: 'bad',
  read: countRowsOf(SELECT_STALE),
};
