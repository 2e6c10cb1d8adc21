import type { Letter, WriteLetter } from '#kernel/mail/letter.ts';
import type { TicketRow } from '../store.ts';
import type { Excerpt, WaitingTicket } from './operator-store.ts';
import { texts } from './texts.ts';

/** Notifies staff of one message. The customer's text stays plain; no part of it becomes a link. */
export function writeMessage(ticket: WaitingTicket, { excerpt, person_name }: Excerpt): Letter {
  const { ticket_id, account_id, account_name, subject, priority, department, opens } = ticket;
  return {
    subject: `${opens === 1 ? 'New ticket' : 'Reply to ticket'} ${ticket_id}: ${subject}`,
    paragraphs: [
      `${person_name === null ? '' : `${person_name}, `}${account_name} (account ${account_id}) ${opens === 1 ? 'opened a ticket' : 'answered a ticket'}:`,
      ...splitLines(excerpt),
    ],
    facts: [
      ['Ticket', String(ticket_id)],
      ['Priority', priority],
      ['Department', department],
    ],
    notes: [`Read it: hostler ticket show --id ${ticket_id}`, `Answer it: hostler ticket reply --id ${ticket_id}`],
  };
}

/** Notifies staff of all messages since the last mail. */
export function writeDigest(tickets: readonly WaitingTicket[], counts: { messages: number; accounts: number }): Letter {
  const { messages, accounts } = counts;
  const named = tickets.reduce((sum, ticket) => sum + ticket.messages, 0);
  const from = accounts === 1 ? 'one account' : `${accounts} accounts`;
  return {
    subject: `${messages} new messages in tickets`,
    paragraphs: [
      `Customers of ${from} wrote ${messages} messages since the last mail.`,
      ...(named < messages ? [`The list below has ${named} of them.`] : []),
    ],
    facts: tickets.map(({ ticket_id, account_name, subject, messages: count, opens }) => {
      const what = opens === 1 ? 'new' : 'answered';
      return [
        `Ticket ${ticket_id}`,
        `${account_name}: ${subject} (${what}, ${count === 1 ? '1 message' : `${count} messages`})`,
      ] as const;
    }),
    notes: ['Read one: hostler ticket show --id <ticket>', 'List all open tickets: hostler ticket list --status open'],
  };
}

/** Notifies the people of the account of an answer. */
export function writeAnswer(
  { id, subject }: Pick<TicketRow, 'id' | 'subject'>,
  message: string,
  url: string,
): WriteLetter {
  return (say) => ({
    subject: say(texts.answeredSubject, { subject }),
    // Directly above the link: many people reply to the mail.
    paragraphs: [say(texts.answered, { id }), ...splitLines(message), say(texts.replyThere)],
    action: { label: say(texts.openTicket), url },
  });
}

const MOST_LINES = 30;
const LONGEST = 2_000;

/** Returns the beginning of a message, line by line. */
function splitLines(message: string): string[] {
  const start = [...message].slice(0, LONGEST).join('');
  const lines = start.split(/\r?\n/).filter((line) => line.trim() !== '');
  const isCut = start.length < message.length || lines.length > MOST_LINES;
  return [...lines.slice(0, MOST_LINES), ...(isCut ? ['…'] : [])];
}
