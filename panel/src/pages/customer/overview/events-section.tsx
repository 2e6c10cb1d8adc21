import { Moment } from '../../../parts/moment.tsx';
import { aboutOf } from '../../../resources/events/about.ts';
import { Lines } from './lines.tsx';
import classes from './overview.module.css';
import { useLatestEvents } from './queries.ts';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

export function EventsSection() {
  const events = useLatestEvents();
  return (
    <Section title={texts.events} more={{ label: texts.allEvents, to: '/developers/events' }}>
      <Lines
        query={events}
        items={events.data?.data}
        keyOf={({ id }) => id}
        linkOf={({ event }) => ({ to: '/developers/events', search: { type: event } })}
        empty={texts.noEvents}
        render={({ event, data, timestamp }) => (
          <>
            <code className={classes.event}>{event}</code>
            <span className={classes.about}>{aboutOf(data)}</span>
            <span className={classes.when}>
              <Moment at={timestamp} />
            </span>
          </>
        )}
      />
    </Section>
  );
}
