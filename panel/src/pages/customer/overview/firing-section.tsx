import { FiringAlerts } from '../../../resources/monitoring/firing-alerts.tsx';
import { useFiring } from '../../../resources/monitoring/queries.ts';
import classes from './overview.module.css';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

const SHOWN = 5;

/** Shown at the top, only if alerts are firing. */
export function FiringSection() {
  const { data } = useFiring();
  if (!data || data.meta.total === 0) return null;
  return (
    <div className={classes.urgent}>
      <Section title={`${texts.firing} (${data.meta.total})`} more={{ label: texts.monitoring, to: '/monitoring' }}>
        <FiringAlerts alerts={data.data.slice(0, SHOWN)} />
      </Section>
    </div>
  );
}
