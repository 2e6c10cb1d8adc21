import { TabLinks } from '../../../parts/tab-links.tsx';
import { texts } from '../../../resources/backups/texts.ts';

export function BackupTabs() {
  return (
    <TabLinks
      label={texts.parts}
      tabs={[
        { label: texts.tabs.backups, link: { to: '/backups' } },
        { label: texts.tabs.schedules, link: { to: '/backups/schedules' } },
      ]}
    />
  );
}
