import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { NotFound } from '../../../app/not-found.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { Money } from '../../../parts/money.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { readFailure } from '../../../requests/failure.ts';
import { InvoicePdf } from '../../../resources/billing/invoice-pdf.tsx';
import { InvoiceStatus } from '../../../resources/billing/invoice-status.tsx';
import { PayInvoice } from '../../../resources/billing/pay/pay-invoice.tsx';
import { FirstLogin } from '../../../resources/servers/first-login.tsx';
import { NextSteps } from '../../../resources/servers/next-steps.tsx';
import { OrderProgress } from './order-progress.tsx';
import { usePlacedOrder } from './placed-queries.ts';
import { placedTexts as texts } from './placed-texts.ts';

const route = getRouteApi('/frame/order/placed/$id');

/** Shows the live progress of an order: paid, created, running. */
export function OrderPlacedPage() {
  const id = Number(route.useParams().id);
  const { subscription, invoice, server, seesServers, error } = usePlacedOrder(id);
  if (error && !subscription) {
    return readFailure(error).code === 'NOT_FOUND' ? <NotFound /> : <Failure error={error} />;
  }
  if (!subscription) return <Skeleton height={240} />;
  const isOpen = invoice && invoice.amount_due > 0 && subscription.status !== 'cancelled';
  const isRunning = server?.status === 'running';
  return (
    <>
      <PageTitle title={texts.title} description={subscription.name}>
        {server && (
          <Button variant="default" component={Link} to={`/servers/${server.id}`}>
            {texts.toServer}
          </Button>
        )}
      </PageTitle>
      <Stack gap="lg" maw={640}>
        <Surface>
          <OrderProgress subscription={subscription} invoice={invoice} server={seesServers ? server : null} />
        </Surface>
        {isRunning && <FirstLogin server={server} />}
        {isRunning && <NextSteps server={server} />}
        {invoice && (
          <Surface title={invoice.number} actions={<InvoicePdf invoice={invoice} />}>
            <Group justify="space-between">
              <InvoiceStatus status={invoice.status} />
              <Text fw={600}>
                <Money amount={invoice.total} currency={invoice.currency} />
              </Text>
            </Group>
            <Anchor
              size="sm"
              renderRoot={(props) => <Link {...props} to="/billing" search={{ invoice: invoice.id }} />}
            >
              {texts.why}
            </Anchor>
          </Surface>
        )}
        {isOpen && (
          <Surface title={texts.pay} description={texts.payText}>
            <PayInvoice invoice={invoice} returnPath={`/order/placed/${id}`} />
          </Surface>
        )}
      </Stack>
    </>
  );
}
