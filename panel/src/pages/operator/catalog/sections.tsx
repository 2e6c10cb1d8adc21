import { MONEY, useHasRole } from '#operator/me.ts';
import { TabLinks } from '#parts/tab-links.tsx';
import { texts } from './texts.ts';

export function CatalogSections() {
  const isMoney = useHasRole()(MONEY);
  return (
    <TabLinks
      label={texts.parts}
      tabs={[
        { label: texts.plans, link: { to: '/operator/catalog' } },
        { label: texts.images, link: { to: '/operator/catalog/images' } },
        { label: texts.coupons, link: { to: '/operator/catalog/coupons' } },
        isMoney && { label: texts.priceChanges, link: { to: '/operator/catalog/price-changes' } },
      ]}
    />
  );
}
