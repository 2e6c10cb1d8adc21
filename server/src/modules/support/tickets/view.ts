import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { Reply, Ticket } from './schemas.ts';
import type { MessageRow, TicketRow } from './store.ts';

export function viewTicket(row: TicketRow): Ticket {
  return {
    id: row.id,
    subject: row.subject,
    status: row.status,
    priority: row.priority,
    department: row.department,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    closed_at: formatOptionalTime(row.closed_at),
  };
}

function viewMessage(row: MessageRow) {
  return {
    id: row.id,
    author_type: row.author_type,
    author_name: row.author_name,
    author_person: row.author_person,
    message: row.message,
    created_at: formatTime(row.created_at),
  };
}

export function viewWithMessages(ticket: TicketRow, messages: readonly MessageRow[]) {
  return {
    ...viewTicket(ticket),
    messages: messages.map(viewMessage),
    messages_total: ticket.messages_total,
  };
}

export function viewReply(ticket: TicketRow, row: MessageRow): Reply {
  return { ...viewMessage(row), ticket_id: ticket.id };
}
