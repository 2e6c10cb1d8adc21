import type { Hosting } from '@hostler/sdk';
import { Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '../../../parts/numbers.ts';
import { useDue, useSubscriptionOf } from '../../../resources/billing/queries.ts';
import { texts as billing } from '../../../resources/billing/texts.ts';
import { texts } from '../../../resources/servers/texts.ts';
import { toolTexts } from '../../../resources/servers/tool-texts.ts';
import { useMay } from '../../../session/place-context.tsx';

/** A button to pay the oldest overdue invoice of a server that was suspended because of it. */
function PayToResume({ server }: { server: Hosting }) {
  const may = useMay();
  const subscription = useSubscriptionOf(server).data;
  const { data } = useDue(may('billing.read'));
  if (subscription?.status !== 'suspended' || !may('billing.write')) return null;
  const oldest = data?.invoices.find(
    ({ status, items }) => status === 'overdue' && items.some((item) => item.subscription_id === subscription.id),
  );
  if (!oldest) return null;
  return (
    <Button
      renderRoot={(props) => <Link {...props} to="/billing" search={{ invoice: oldest.id }} />}
      size="xs"
      mt="sm"
      display="block"
      w="fit-content"
      data-real
    >
      {billing.payAmount(formatMoney(oldest.amount_due, oldest.currency))}
    </Button>
  );
}

/** Explains why a server is suspended, failed, terminated or in rescue, and what to do. */
export function ServerNotice({ server }: { server: Hosting }) {
  const { id, hostname, status, status_reason, suspension_reason } = server;
  const may = useMay();
  if (status_reason !== null) {
    return (
      <Alert color="amber" variant="light" title={texts.notCreated} mb="lg">
        {status_reason}
      </Alert>
    );
  }
  if (status === 'suspended') {
    return (
      <Alert color="amber" variant="light" title={texts.suspended} mb="lg">
        {texts.suspendedText(suspension_reason)}
        <PayToResume server={server} />
      </Alert>
    );
  }
  if (status === 'terminated') {
    return (
      <Alert color="gray" variant="light" mb="lg">
        {texts.terminated}
      </Alert>
    );
  }
  if (server.rescue) {
    return (
      <Alert color="amber" variant="light" title={toolTexts.inRescue} mb="lg">
        {toolTexts.inRescueText}
      </Alert>
    );
  }
  if (status !== 'error') return null;
  return (
    <Alert color="red" variant="light" title={texts.failed} mb="lg">
      {texts.failedText}
      {may('tickets.write') && (
        <Button
          renderRoot={(props) => (
            <Link
              {...props}
              to="/tickets"
              search={{
                new: true,
                subject: texts.supportSubject(hostname),
                message: texts.supportMessage(hostname, id),
              }}
            />
          )}
          variant="default"
          size="xs"
          mt="sm"
          display="block"
          w="fit-content"
        >
          {texts.write}
        </Button>
      )}
    </Alert>
  );
}
