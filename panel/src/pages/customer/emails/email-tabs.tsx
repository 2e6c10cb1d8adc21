import { TabLinks } from '../../../parts/tab-links.tsx';
import { texts } from './texts.ts';

export function EmailTabs() {
  return (
    <TabLinks
      label={texts.parts}
      tabs={[
        { label: texts.tabs.mailboxes, link: { to: '/emails' } },
        { label: texts.tabs.domains, link: { to: '/emails/domains' } },
      ]}
    />
  );
}
