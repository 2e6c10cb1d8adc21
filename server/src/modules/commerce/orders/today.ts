import { MONEY_READERS } from '#kernel/staff-roles.ts';
import { countRowsOf, type TodaySource } from '#kernel/today-source.ts';

/** Orders that wait for a decision of staff. Sign-ups have a number of their own. */
export const ordersToReview: TodaySource = {
  key: 'orders_to_review',
  roles: MONEY_READERS,
  url: '/operator/orders',
  tone: 'wait',
  read: countRowsOf(`select id from orders where waits_since is not null and kind <> 'sign_up'`),
};
