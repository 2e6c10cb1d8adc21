import { MONEY, useHasRole } from '#operator/me.ts';
import { TabLinks } from '#parts/tab-links.tsx';
import { texts } from './texts.ts';

export function OrderSections() {
  const hasRole = useHasRole();
  return (
    <TabLinks
      label={texts.tabs}
      tabs={[
        { label: texts.inReview, link: { to: '/operator/orders' } },
        { label: texts.all, link: { to: '/operator/orders/all' } },
        hasRole(MONEY) && { label: texts.blocks, link: { to: '/operator/orders/blocks' } },
      ]}
    />
  );
}
