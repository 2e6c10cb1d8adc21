import { ticketsModule } from '../modules/support/tickets/index.ts';
import type { Ground } from './ground.ts';

export function composeSupport({ db, clock, config }: Ground) {
  const tickets = ticketsModule({ db, clock, departments: config.ticketDepartments });
  return { modules: [tickets], tickets: tickets.tickets, operator: tickets.operator, customer: tickets.customer };
}

export type Support = ReturnType<typeof composeSupport>;
