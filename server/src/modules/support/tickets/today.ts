import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import { countRowsOf, type TodaySource } from '#kernel/today-source.ts';

/** Tickets that wait for a reply from staff. */
export const waitingTickets: TodaySource = {
  key: 'tickets_waiting',
  roles: EVERY_ROLE,
  url: '/operator/tickets?queue=waiting',
  tone: 'wait',
  // Without the order SQLite scans the index of all statuses, with all closed tickets.
  read: countRowsOf(`select id from tickets where status <> 'closed' and status <> 'answered' order by id`),
};
