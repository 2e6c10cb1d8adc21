import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import { ticketCommands } from './commands.ts';
import { migrations } from './migrations.ts';
import { ticketRoutes } from './routes.ts';
import { createTicketService, type TicketService } from './service.ts';
import { openTicketsLimit, repliesLimit, ticketBytesLimit } from './store.ts';

export type { TicketService };

interface Dependencies {
  db: Database;
  clock: Clock;
  departments: readonly string[];
}

export function ticketsModule(dependencies: Dependencies): Module & { tickets: TicketService } {
  const { db, clock, departments } = dependencies;
  const tickets = createTicketService({ departments });
  return {
    name: 'tickets',
    tag: 'Support tickets.',
    migrations,
    limits: [openTicketsLimit, repliesLimit, ticketBytesLimit],
    routes: ticketRoutes(tickets),
    commands: ticketCommands({ db, clock, tickets }),
    tickets,
  };
}
