import type { Database } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { BrandSettings } from '#settings/brand.ts';
import type { CustomerMail } from '../../identity/people/index.ts';
import { cannedReplyCommands } from './canned-replies/commands.ts';
import {
  type CannedReplyOperatorService,
  createCannedReplyOperatorService,
} from './canned-replies/operator-service.ts';
import { ticketCommands } from './commands.ts';
import { deskCommands } from './desk/commands.ts';
import { writerRetention } from './desk/jobs.ts';
import { deskRoutes } from './desk/operator-routes.ts';
import { createDeskOperatorService, type DeskOperatorService } from './desk/operator-service.ts';
import { migrations } from './migrations.ts';
import { noticeRetention, tellStaffOfTickets } from './notices/jobs.ts';
import { createTicketOperatorService, type TicketOperatorService } from './operator-service.ts';
import { ticketRoutes } from './routes.ts';
import { createTicketService, type TicketService } from './service.ts';
import { openTicketsLimit, repliesLimit, ticketBytesLimit } from './store.ts';
import { waitingTickets } from './today.ts';

/** The part of tickets that other modules use. */
export type Tickets = Pick<TicketService, 'notify' | 'report'>;
export type { CannedReplyOperatorService, DeskOperatorService, TicketOperatorService, TicketService };

interface Dependencies {
  db: Database;
  clock: Clock;
  links: Links;
  staffMail: StaffMail;
  customerMail: CustomerMail;
  departments: readonly string[];
  brand: Pick<BrandSettings, 'productName'>;
}

interface TicketsModule extends Module {
  tickets: Tickets;
  operator: { tickets: TicketOperatorService; desk: DeskOperatorService; cannedReplies: CannedReplyOperatorService };
  customer: { tickets: TicketService };
}

export function ticketsModule({
  db,
  clock,
  links,
  staffMail,
  customerMail,
  departments,
  brand,
}: Dependencies): TicketsModule {
  const tickets = createTicketService({ departments, brand });
  const operator = createTicketOperatorService({ clock, links, customerMail, tickets });
  const desk = createDeskOperatorService({ clock, tickets, shown: operator });
  const cannedReplies = createCannedReplyOperatorService({ clock });
  return {
    name: 'tickets',
    tag: 'Support tickets.',
    migrations,
    limits: [openTicketsLimit, repliesLimit, ticketBytesLimit],
    routes: ticketRoutes(tickets),
    recurring: [tellStaffOfTickets({ db, staffMail })],
    forgets: [noticeRetention, writerRetention],
    today: [waitingTickets],
    operatorRoutes: deskRoutes({ db, desk }),
    commands: [
      ...ticketCommands({ db, tickets: operator }),
      ...deskCommands({ db, desk }),
      ...cannedReplyCommands({ db, replies: cannedReplies }),
    ],
    operator: { tickets: operator, desk, cannedReplies },
    customer: { tickets },
    tickets,
  };
}
