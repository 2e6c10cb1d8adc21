import { Stack } from '@mantine/core';
import { PageTitle } from '../../../parts/page-title.tsx';
import { texts } from '../../../resources/billing/texts.ts';
import { BillingTabs } from './billing-tabs.tsx';
import { Figures } from './figures.tsx';
import { Invoices } from './invoices.tsx';
import { PriceChanges } from './price-changes.tsx';
import { Subscriptions } from './subscriptions.tsx';
import { UpcomingCharges } from './upcoming-charges.tsx';

export function BillingPage() {
  return (
    <>
      <PageTitle title={texts.title} />
      <BillingTabs />
      <Stack gap="xl">
        <PriceChanges />
        <Figures />
        <UpcomingCharges />
        <Subscriptions />
        <Invoices />
      </Stack>
    </>
  );
}
