import { t } from '@lingui/core/macro';
import { Alert, Anchor, Button, Group, List, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { MONEY, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { Copyable } from '#parts/copyable.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { Moment } from '#parts/moment.tsx';
import { Money } from '#parts/money.tsx';
import { SectionTitle } from '#parts/section-title.tsx';
import { Status } from '#parts/status.tsx';
import { writeCity } from '../../../../../packages/addresses/src/address.ts';
import { type Order, type OrderDetails, useApprove, useOrder } from './queries.ts';
import { KINDS, STATUSES, texts } from './texts.ts';

interface OrderDrawerProps {
  readonly id: number | undefined;
  readonly onClose: () => void;
  readonly onRefuse: (order: Order) => void;
}

/** Everything that staff need to decide about an order. */
export function OrderDrawer({ id, onClose, onRefuse }: OrderDrawerProps) {
  const order = useOrder(id);
  const shown = order.data?.id === id ? order.data : undefined;
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title={shown?.name ?? texts.what} size="lg">
      {order.error && !shown ? (
        <Failure error={order.error} title={texts.loadFailed} onRetry={() => void order.refetch()} />
      ) : (
        shown && <Details order={shown} onRefuse={onRefuse} />
      )}
    </Drawer>
  );
}

function Details({ order, onRefuse }: { order: OrderDetails; onRefuse: OrderDrawerProps['onRefuse'] }) {
  const { customer, amount, currency, status, flags } = order;
  const postal = [customer.street, writeCity(customer), customer.country];
  return (
    <Stack gap="lg">
      {flags.length > 0 && (
        <Alert
          color="orange"
          variant="light"
          title={texts.flagsTitle}
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
        >
          <List size="sm">
            {flags.map(({ code, reason }) => (
              <List.Item key={code}>{reason}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Facts
        facts={[
          [
            texts.status,
            <Status key="status" tone={STATUSES[status].tone}>
              {STATUSES[status].label}
            </Status>,
          ],
          [texts.kind, KINDS[order.kind]],
          [texts.amount, amount !== null && currency !== null && <Money key="money" {...{ amount, currency }} />],
          [
            texts.authorizedUntil,
            order.authorized_until && <Moment key="authorized" at={order.authorized_until} exact />,
          ],
          [texts.subscription, order.subscription_id],
          [texts.invoice, order.invoice_id],
        ]}
      />
      <section>
        <SectionTitle title={texts.customer} />
        <Facts
          facts={[
            [
              texts.customer,
              <Anchor key="account" href={`/operator/customers/${order.account_id}`}>
                {customer.company ?? order.account_name}
              </Anchor>,
            ],
            [texts.email, <Copyable key="email" value={order.email} what={t`e-mail address`} />],
            [texts.postal, postal.filter(Boolean).join(', ')],
            [texts.vatId, customer.vat_id],
            [texts.cardCountries, order.card_countries.join(', ')],
            [texts.address, order.ip && <Copyable key="ip" value={order.ip} what={t`IP address`} />],
            [texts.trusted, customer.trusted && texts.yes],
          ]}
        />
      </section>
      <section>
        <SectionTitle title={texts.decision} />
        <Facts
          facts={[
            [texts.created, <Moment key="created" at={order.created_at} exact />],
            [texts.waiting, order.waits_since && <Moment key="waits" at={order.waits_since} exact />],
            [texts.decided, order.decided_at && <Moment key="decided" at={order.decided_at} exact />],
            [texts.decidedBy, order.decided_by],
            [texts.reason, order.reason],
          ]}
        />
      </section>
      {status === 'in_review' && <Decision order={order} onRefuse={onRefuse} />}
    </Stack>
  );
}

function Decision({ order, onRefuse }: { order: Order; onRefuse: OrderDrawerProps['onRefuse'] }) {
  const mayDecide = useHasRole()(MONEY);
  const approve = useApprove();
  if (!mayDecide) return null;
  return (
    <Group justify="space-between">
      <OperatorCode call={() => ({ method: 'POST', path: '/orders/approve', query: { id: order.id } })} />
      <Group gap="xs">
        <Button variant="default" onClick={() => onRefuse(order)}>
          {texts.refuse}
        </Button>
        <Button
          loading={approve.isPending}
          onClick={() =>
            approve.mutate(order.id, { onSuccess: ({ name }) => notifications.show({ message: texts.approved(name) }) })
          }
        >
          {texts.approve}
        </Button>
      </Group>
    </Group>
  );
}
