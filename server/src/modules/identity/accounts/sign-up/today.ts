import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import { countRowsOf, type TodaySource } from '#kernel/today-source.ts';

/** Accounts that signed up and wait for approval. */
export const waitingSignUps: TodaySource = {
  key: 'sign_ups_waiting',
  roles: EVERY_ROLE,
  url: '/operator/customers?status=waiting',
  tone: 'wait',
  read: countRowsOf('select id from accounts where waits_since is not null'),
};
