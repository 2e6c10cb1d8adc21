import { PageTitle } from '../../../parts/page-title.tsx';
import { useMay, usePlace } from '../../../session/place-context.tsx';
import { DueSection } from './due-section.tsx';
import { EventsSection } from './events-section.tsx';
import { FiringSection } from './firing-section.tsx';
import { FirstSteps } from './first-steps.tsx';
import classes from './overview.module.css';
import { ServersSection } from './servers-section.tsx';
import { texts } from './texts.ts';
import { TicketsSection } from './tickets-section.tsx';
import { UnderWaySection } from './under-way-section.tsx';

/** Overview of servers, due invoices, tickets and events. Sections without permission are neither shown nor loaded. */
export function OverviewPage() {
  const may = useMay();
  const { account } = usePlace();
  return (
    <>
      <PageTitle title={texts.title} description={account.name} />
      <FirstSteps />
      {may('monitoring.read') && <FiringSection />}
      <div className={classes.columns}>
        <div className={classes.column}>
          {may('hosting.read') && <ServersSection />}
          {may('webhooks.read') && <EventsSection />}
        </div>
        <div className={classes.column}>
          {may('billing.read') && <DueSection />}
          <UnderWaySection />
          {may('tickets.read') && <TicketsSection />}
        </div>
      </div>
    </>
  );
}
