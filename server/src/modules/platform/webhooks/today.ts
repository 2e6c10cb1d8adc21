import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import { countRowsOf, type TodaySource } from '#kernel/today-source.ts';

/** Webhooks whose deliveries fail, also those that were disabled for it. */
export const failingWebhooks: TodaySource = {
  key: 'failing_webhooks',
  roles: EVERY_ROLE,
  url: '/operator/operations/webhooks',
  tone: 'wait',
  read: countRowsOf('select id from webhooks where failing_since is not null'),
};
