import { t } from '@lingui/core/macro';
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountLink } from '#operator/account-link.tsx';
import { CommandDialog } from '#operator/command-dialog.tsx';
import { MONEY, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { PaymentStatus } from '#operator/payment-status.tsx';
import { Copyable } from '#parts/copyable.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { Moment } from '#parts/moment.tsx';
import { Money } from '#parts/money.tsx';
import { formatMoney } from '#parts/numbers.ts';
import { SectionTitle } from '#parts/section-title.tsx';
import { nameMethod } from '#resources/billing/methods/names.ts';
import { MONEY_RESOURCES, type StaffPaymentDetails, useStaffInvoice, useStaffPayment } from '../queries.ts';
import { texts } from './texts.ts';

/** Shows a payment with its invoices and refunds. */
export function PaymentDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { data: payment, error, refetch } = useStaffPayment(id);
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title={t`Payment ${id ?? ''}`} size="lg">
      {error && !payment ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : payment ? (
        <PaymentView payment={payment} />
      ) : (
        <Skeleton height={280} />
      )}
    </Drawer>
  );
}

type Doing = 'refund' | 'reverse' | 'allow' | null;

function PaymentView({ payment }: { payment: StaffPaymentDetails }) {
  const [doing, setDoing] = useState<Doing>(null);
  const isMoney = useHasRole()(MONEY);
  const { id, amount, currency, status, refunds = [], refunded_amount = 0 } = payment;
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fz={24} fw={600} lh="2rem">
            <Money amount={amount} currency={currency} />
          </Text>
          <PaymentStatus status={status} />
        </div>
        <OperatorCode call={() => ({ path: '/payments/show', query: { id } })} />
      </Group>
      <Facts
        facts={[
          [texts.customer, <AccountLink key="account" id={payment.account_id} name={payment.account_name} />],
          [texts.method, nameMethod(payment.method)],
          [texts.provider, payment.driver],
          [
            texts.reference,
            payment.reference && <Copyable key="reference" value={payment.reference} what={t`reference`} />,
          ],
          [texts.created, <Moment key="created" at={payment.created_at} exact />],
          [texts.received, payment.received_at && <Moment key="received" at={payment.received_at} exact />],
          [texts.refunded, refunded_amount > 0 && <Money key="back" amount={refunded_amount} currency={currency} />],
          [texts.failure, payment.failure],
        ]}
      />
      {payment.pays.length > 0 && (
        <section aria-label={texts.pays}>
          <SectionTitle title={texts.pays} />
          <Stack gap="xs">
            {payment.pays.map((share) => (
              <Group key={share.invoice_id} justify="space-between">
                <InvoiceOf id={share.invoice_id} />
                <Money amount={share.amount} currency={currency} />
              </Group>
            ))}
          </Stack>
        </section>
      )}
      {refunds.length > 0 && (
        <section aria-label={texts.refunds}>
          <SectionTitle title={texts.refunds} />
          <Stack gap="xs">
            {refunds.map((refund) => (
              <Group key={refund.id} justify="space-between">
                <div>
                  <Text>{refund.reason}</Text>
                  <Text size="sm" c="dimmed">
                    {texts.destinations[refund.destination]}, {refund.failure ?? refund.status}
                  </Text>
                </div>
                <Money amount={refund.amount} currency={refund.currency} />
              </Group>
            ))}
          </Stack>
        </section>
      )}
      {isMoney && (
        <Group gap="xs">
          {status === 'succeeded' && amount > refunded_amount && (
            <>
              <Button onClick={() => setDoing('refund')}>{texts.refund}</Button>
              <Button variant="default" onClick={() => setDoing('reverse')}>
                {texts.reverse}
              </Button>
            </>
          )}
          {status === 'reversed' && (
            <Button variant="default" onClick={() => setDoing('allow')}>
              {texts.allow}
            </Button>
          )}
        </Group>
      )}
      <PaymentCommand payment={payment} doing={doing} onClose={() => setDoing(null)} />
    </Stack>
  );
}

function InvoiceOf({ id }: { id: number }) {
  const { data } = useStaffInvoice(String(id));
  return (
    <Anchor
      inherit
      renderRoot={(props) => <Link {...props} to="/operator/billing/invoices" search={{ invoice: String(id) }} />}
    >
      {data?.number ?? t`Invoice ${id}`}
    </Anchor>
  );
}

interface PaymentCommandProps {
  readonly payment: StaffPaymentDetails;
  readonly doing: Doing;
  readonly onClose: () => void;
}

function PaymentCommand({ payment, doing, onClose }: PaymentCommandProps) {
  const { id, account_id, amount, currency, refunded_amount = 0 } = payment;
  const left = amount - refunded_amount;
  const common = { touches: [...MONEY_RESOURCES], onClose };
  if (doing === 'refund') {
    return (
      <CommandDialog
        {...common}
        title={texts.refundTitle}
        text={texts.refundText}
        path="/payments/refund"
        query={{ id }}
        fields={[
          {
            ...{ name: 'amount', label: texts.amount, type: 'money', currency },
            ...{ max: left, initial: left, required: true },
          },
          {
            name: 'to',
            label: texts.refundTo,
            type: 'choice',
            options: Object.entries(texts.destinations).map(([value, label]) => ({ value, label })),
            initial: 'method',
          },
          { name: 'reason', label: texts.refundReason, required: true },
        ]}
        action={(values) => texts.refundAction(formatMoney(Number(values.amount ?? 0), currency))}
        done={texts.refundDone}
      />
    );
  }
  if (doing === 'reverse') {
    return (
      <CommandDialog
        {...common}
        title={texts.reverseTitle}
        text={texts.reverseText}
        path="/payments/reverse"
        query={{ id }}
        fields={[{ name: 'reason', label: texts.reverseReason, required: true }]}
        action={texts.reverseAction(formatMoney(amount, currency))}
        destructive
        done={texts.reversed}
      />
    );
  }
  if (doing === 'allow') {
    return (
      <CommandDialog
        {...common}
        title={texts.allowTitle}
        text={texts.allowText}
        path="/payments/allow-charging"
        query={{ id: account_id }}
        action={texts.allow}
        done={texts.allowed}
      />
    );
  }
  return null;
}
