import { TabLinks } from '../../../parts/tab-links.tsx';
import { texts } from '../../../resources/applications/texts.ts';

export function ApplicationTabs() {
  return (
    <TabLinks
      label={texts.parts}
      tabs={[
        { label: texts.tabs.catalog, link: { to: '/applications' } },
        { label: texts.tabs.installed, link: { to: '/applications/installed' } },
      ]}
    />
  );
}
