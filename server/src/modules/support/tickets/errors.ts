import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  too_many_canned_replies: { code: 'CONFLICT', message: 'There are already {max} canned replies. Remove one first.' },
  canned_reply_title_taken: {
    code: 'CONFLICT',
    message: 'A canned reply with the title "{title}" already exists. Choose another title.',
  },
  ticket_assigned_meanwhile: {
    code: 'CONFLICT',
    message: 'Ticket {id} is now assigned to {holder}. Load the ticket again before you assign it.',
  },
  ticket_already_assigned: { code: 'CONFLICT', message: 'Ticket {id} is already assigned to {holder}.' },
  ticket_has_newer_message: {
    code: 'CONFLICT',
    message:
      'Ticket {id} has a newer message from {author}. Read it, then repeat the request with last_message_id {message_id}.',
  },
  ticket_already_closed: { code: 'TICKET_CLOSED', message: 'Ticket {id} is already closed.' },
  ticket_is_closed: { code: 'TICKET_CLOSED', message: 'This ticket is closed. Create a new ticket instead.' },
});

export const fieldErrors = defineFieldErrors({
  not_active_staff: 'must be the id of an active staff member.',
  priority_or_department: 'or a department is required.',
});
