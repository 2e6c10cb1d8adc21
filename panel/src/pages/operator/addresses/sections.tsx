import { TabLinks } from '#parts/tab-links.tsx';
import { texts } from './texts.ts';

export function AddressSections() {
  return (
    <TabLinks
      label={texts.sections}
      tabs={[
        { label: texts.inUse, link: { to: '/operator/addresses' } },
        { label: texts.pools, link: { to: '/operator/addresses/pools' } },
      ]}
    />
  );
}
