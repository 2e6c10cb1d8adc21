import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { TICKET_STATUSES, type TicketStatus } from './schemas.ts';
import type { TicketRow } from './store.ts';

const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from tickets where id = :id');

/** Returns the account of a ticket, for staff. */
export function* findTicketOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

export type TicketOfAccount = TicketRow & { account_id: number; account_name: string };

/** Lists the tickets of all accounts or of one. */
export const listAllTickets = defineStaffList<TicketOfAccount, TicketStatus>({
  select: `select t.id, account_id, a.name as account_name, t.subject, t.status, t.priority, t.department, t.messages_total,
     t.created_at, t.updated_at, t.closed_at
   from tickets as t join accounts as a on a.id = t.account_id`,
  cursor: 't.id',
  statuses: byColumn(TICKET_STATUSES, 't.status'),
  searched: ['t.subject'],
});
