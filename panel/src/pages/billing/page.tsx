import { Stack } from '@mantine/core';
import { PageTitle } from '../../parts/page-title.tsx';
import { DueNow } from './due-now.tsx';
import { Invoices } from './invoices.tsx';
import { Subscriptions } from './subscriptions.tsx';
import { texts } from './texts.ts';

export function BillingPage() {
  return (
    <>
      <PageTitle title={texts.title} />
      <Stack gap="xl">
        <DueNow />
        <Subscriptions />
        <Invoices />
      </Stack>
    </>
  );
}
