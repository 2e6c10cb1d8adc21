import { TabLinks } from '../../parts/tab-links.tsx';
import { texts } from './texts.ts';

export function MonitoringTabs() {
  return (
    <TabLinks
      label={texts.parts}
      tabs={[
        { label: texts.tabs.alerts, link: { to: '/monitoring' } },
        { label: texts.tabs.checks, link: { to: '/monitoring/checks' } },
        { label: texts.tabs.rules, link: { to: '/monitoring/rules' } },
        { label: texts.tabs.notifications, link: { to: '/monitoring/notifications' } },
      ]}
    />
  );
}
