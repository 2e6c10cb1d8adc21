import { TabLinks } from '../../../parts/tab-links.tsx';
import { texts } from '../../../resources/billing/texts.ts';

export function BillingTabs() {
  return (
    <TabLinks
      label={texts.parts}
      tabs={[
        { label: texts.tabs.overview, link: { to: '/billing' } },
        { label: texts.tabs.payment, link: { to: '/billing/payment' } },
        { label: texts.tabs.profile, link: { to: '/billing/profile' } },
      ]}
    />
  );
}
