import { Stack } from '@mantine/core';
import { PageTitle } from '#parts/page-title.tsx';
import { texts } from '#resources/billing/texts.ts';
import { BillingTabs } from '../billing-tabs.tsx';
import { Methods } from './methods.tsx';
import { Payments } from './payments.tsx';

export function PaymentPage() {
  return (
    <>
      <PageTitle title={texts.title} />
      <BillingTabs />
      <Stack gap="xl">
        <Methods />
        <Payments />
      </Stack>
    </>
  );
}
