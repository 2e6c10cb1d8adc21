import { Moment } from '../../../parts/moment.tsx';
import { TicketStatus } from '../../../resources/tickets/ticket-status.tsx';
import { Lines } from './lines.tsx';
import classes from './overview.module.css';
import { useOpenTickets } from './queries.ts';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

const SHOWN = 5;

export function TicketsSection() {
  const tickets = useOpenTickets();
  return (
    <Section title={texts.tickets} more={{ label: texts.allTickets, to: '/tickets' }}>
      <Lines
        query={tickets}
        items={tickets.data?.slice(0, SHOWN)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => ({ to: '/tickets/$id', params: { id: String(id) } })}
        empty={texts.noTickets}
        render={({ subject, status, updated_at }) => (
          <span className={classes.two}>
            <span className={classes.name}>{subject}</span>
            <span className={classes.below}>
              <TicketStatus status={status} />
              <Moment at={updated_at} />
            </span>
          </span>
        )}
      />
    </Section>
  );
}
