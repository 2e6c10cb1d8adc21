import { type Query, sql } from '@hostler/database';
import type { Hostler } from '#program/hostler.ts';

const CANNED_REPLIES = [
  {
    title: 'Reverse DNS is set',
    message: 'The reverse DNS name is set. Other networks see it within a few hours, when their caches expire.',
  },
  {
    title: 'Ask for details',
    message:
      'To look into this, we need the time at which it happened with the time zone, the address you connected from, and the exact error message.',
  },
  {
    title: 'Restore a backup',
    message:
      'You can restore a backup yourself: open Backups, choose the backup and select Restore. The current data is replaced, so create a backup of it first.',
  },
];

/** Notes about the first customer, for staff only. */
const NOTES = [
  'Agency with several shops. Wants maintenance announced two working days ahead, by mail to Mara.',
  'Moves two more domains to us in the next weeks. Offer help with the DNS zones.',
];
const TICKET_NOTE =
  'The charts of shop look normal. Check the response times of its database and the last deployment with Mara.';

const SIGN_NOTES = sql<{ account_id: number; id: number; name: string }>(
  'update account_notes set author_id = :id, author_name = :name where account_id = :account_id',
);
const NEWEST_TICKET = sql<{ account_id: number }, { id: number }>(
  'select id from tickets where account_id = :account_id order by id desc limit 1',
);

/** Adds canned replies, and notes of a staff member about a customer and about the newest ticket. */
export function* furnishDesk(
  { notes, cannedReplies, desk }: Pick<Hostler['operator'], 'notes' | 'cannedReplies' | 'desk'>,
  account_id: number,
  author: { id: number; name: string },
): Query<void> {
  for (const reply of CANNED_REPLIES) yield* cannedReplies.create(reply);
  for (const text of NOTES) yield* notes.add({ account_id, text });
  yield* SIGN_NOTES.run({ account_id, id: author.id, name: author.name });
  const ticket = yield* NEWEST_TICKET.one({ account_id });
  if (ticket) yield* desk.addNote({ id: ticket.id, note: TICKET_NOTE, staff_id: author.id });
}
