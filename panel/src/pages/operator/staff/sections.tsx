import { TabLinks } from '#parts/tab-links.tsx';
import { texts } from './texts.ts';

export function StaffSections() {
  return (
    <TabLinks
      label={texts.tabs}
      tabs={[
        { label: texts.people, link: { to: '/operator/staff' } },
        { label: texts.keys, link: { to: '/operator/staff/keys' } },
      ]}
    />
  );
}
