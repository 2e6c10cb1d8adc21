import type { Database } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { CustomerMail, StaffMail } from '../../identity/people/index.ts';
import { ticketCommands } from './commands.ts';
import { migrations } from './migrations.ts';
import { noticeRetention, tellStaffOfTickets } from './notices/jobs.ts';
import { createTicketOperatorService, type TicketOperatorService } from './operator-service.ts';
import { ticketRoutes } from './routes.ts';
import { createTicketService, type TicketService } from './service.ts';
import { openTicketsLimit, repliesLimit, ticketBytesLimit } from './store.ts';
import { waitingTickets } from './today.ts';

/** The part of tickets that other modules use. */
export type Tickets = Pick<TicketService, 'notify' | 'report'>;
export type { TicketOperatorService, TicketService };

interface Dependencies {
  db: Database;
  clock: Clock;
  links: Links;
  staffMail: StaffMail;
  customerMail: CustomerMail;
  departments: readonly string[];
}

interface TicketsModule extends Module {
  tickets: Tickets;
  operator: { tickets: TicketOperatorService };
  customer: { tickets: TicketService };
}

export function ticketsModule({ db, clock, links, staffMail, customerMail, departments }: Dependencies): TicketsModule {
  const tickets = createTicketService({ departments });
  const operator = createTicketOperatorService({ clock, links, customerMail, tickets });
  return {
    name: 'tickets',
    tag: 'Support tickets.',
    migrations,
    limits: [openTicketsLimit, repliesLimit, ticketBytesLimit],
    routes: ticketRoutes(tickets),
    recurring: [tellStaffOfTickets({ db, staffMail })],
    forgets: [noticeRetention],
    today: [waitingTickets],
    commands: ticketCommands({ db, tickets: operator }),
    operator: { tickets: operator },
    customer: { tickets },
    tickets,
  };
}
