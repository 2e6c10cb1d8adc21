import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import { ticketCommands } from './commands.ts';
import { migrations } from './migrations.ts';
import { createTicketOperatorService, type TicketOperatorService } from './operator-service.ts';
import { ticketRoutes } from './routes.ts';
import { createTicketService, type TicketService } from './service.ts';
import { openTicketsLimit, repliesLimit, ticketBytesLimit } from './store.ts';

/** What other modules do with tickets. */
export type Tickets = Pick<TicketService, 'notify' | 'report'>;
export type { TicketOperatorService, TicketService };

interface Dependencies {
  db: Database;
  clock: Clock;
  departments: readonly string[];
}

interface TicketsModule extends Module {
  tickets: Tickets;
  operator: { tickets: TicketOperatorService };
  customer: { tickets: TicketService };
}

export function ticketsModule({ db, clock, departments }: Dependencies): TicketsModule {
  const tickets = createTicketService({ departments });
  const operator = createTicketOperatorService({ clock, tickets });
  return {
    name: 'tickets',
    tag: 'Support tickets.',
    migrations,
    limits: [openTicketsLimit, repliesLimit, ticketBytesLimit],
    routes: ticketRoutes(tickets),
    commands: ticketCommands({ db, tickets: operator }),
    operator: { tickets: operator },
    customer: { tickets },
    tickets,
  };
}
