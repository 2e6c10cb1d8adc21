import { ticketsModule } from '#modules/support/tickets/index.ts';
import { live } from '#settings/live.ts';
import type { Ground } from './ground.ts';

export function composeSupport({ db, clock, config, links, staffMail, customerMail }: Ground) {
  const departments = config.ticketDepartments;
  const tickets = ticketsModule({
    db,
    clock,
    links,
    staffMail,
    customerMail,
    departments,
    brand: live(() => config.brand),
  });
  return { modules: [tickets], tickets: tickets.tickets, operator: tickets.operator, customer: tickets.customer };
}

export type Support = ReturnType<typeof composeSupport>;
