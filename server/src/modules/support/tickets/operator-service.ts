import type { Query } from '../../../kernel/db/query.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time.ts';
import { findTicketOwner } from './operator-store.ts';
import type { Reply, Ticket } from './schemas.ts';
import type { Author, TicketService } from './service.ts';
import { viewReply, viewTicket } from './view.ts';

const STAFF: Author = { type: 'staff', name: 'Support' };

export type TicketOperatorService = ReturnType<typeof createTicketOperatorService>;

export function createTicketOperatorService({ clock, tickets }: { clock: Clock; tickets: TicketService }) {
  function* reply({ id, message }: { id: number; message: string }): Query<Reply> {
    const accountId = yield* ownerOf(id);
    const { ticket, message: written } = yield* tickets.reply(accountId, STAFF, id, message, clock.now());
    return viewReply(ticket, written);
  }

  /** With a last message if there is one. */
  function* close({ id, message }: { id: number; message?: string | undefined }): Query<Ticket> {
    if (message) yield* reply({ id, message });
    return viewTicket(yield* tickets.close(yield* ownerOf(id), id, clock.now()));
  }

  return { reply, close };
}

function* ownerOf(id: number): Query<number> {
  const accountId = yield* findTicketOwner(id);
  if (accountId === undefined) throw notFound('Ticket');
  return accountId;
}
