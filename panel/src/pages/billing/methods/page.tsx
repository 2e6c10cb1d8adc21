import { Stack } from '@mantine/core';
import { PageTitle } from '../../../parts/page-title.tsx';
import { BillingTabs } from '../billing-tabs.tsx';
import { texts } from '../texts.ts';
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
