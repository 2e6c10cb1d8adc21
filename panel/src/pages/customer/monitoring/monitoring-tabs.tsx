import { TabLinks } from '../../../parts/tab-links.tsx';
import { texts } from '../../../resources/monitoring/texts.ts';
import { useMay } from '../../../session/place-context.tsx';

/** People who may only create checks see only that tab. */
export function MonitoringTabs() {
  const maySeeAll = useMay()('monitoring.read');
  return (
    <TabLinks
      label={texts.parts}
      tabs={[
        maySeeAll && { label: texts.tabs.alerts, link: { to: '/monitoring' } },
        { label: texts.tabs.checks, link: { to: '/monitoring/checks' } },
        maySeeAll && { label: texts.tabs.rules, link: { to: '/monitoring/rules' } },
        maySeeAll && { label: texts.tabs.notifications, link: { to: '/monitoring/notifications' } },
      ]}
    />
  );
}
