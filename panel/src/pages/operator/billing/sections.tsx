import { MONEY, useHasRole } from '#operator/me.ts';
import { TabLinks } from '#parts/tab-links.tsx';
import { texts } from './texts.ts';

/** Tabs of billing. Support sees no bank lines, payouts, forecast and report. */
export function BillingSections() {
  const isMoney = useHasRole()(MONEY);
  return (
    <TabLinks
      label={texts.parts}
      tabs={[
        { label: texts.tabs.overview, link: { to: '/operator/billing' } },
        { label: texts.tabs.invoices, link: { to: '/operator/billing/invoices' } },
        { label: texts.tabs.payments, link: { to: '/operator/billing/payments' } },
        { label: texts.tabs.charges, link: { to: '/operator/billing/charges' } },
        isMoney && { label: texts.tabs.bank, link: { to: '/operator/billing/bank' } },
        isMoney && { label: texts.tabs.payouts, link: { to: '/operator/billing/payouts' } },
        isMoney && { label: texts.tabs.forecast, link: { to: '/operator/billing/forecast' } },
        isMoney && { label: texts.tabs.report, link: { to: '/operator/billing/report' } },
      ]}
    />
  );
}
