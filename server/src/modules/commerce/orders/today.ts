import { MONEY_READERS } from '#kernel/staff-roles.ts';
import { countRowsOf, type TodaySource } from '#kernel/today-source.ts';

/** Orders and sign-ups that wait for a decision by staff, as in the list of orders. */
export const ordersToReview: TodaySource = {
  key: 'orders_to_review',
  roles: MONEY_READERS,
  url: '/operator/orders',
  tone: 'wait',
  read: countRowsOf(`select id from orders where waits_since is not null`),
};
