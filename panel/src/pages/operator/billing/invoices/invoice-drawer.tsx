import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountLink } from '#operator/account-link.tsx';
import { CommandDialog } from '#operator/command-dialog.tsx';
import { MONEY, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { PaymentStatus } from '#operator/payment-status.tsx';
import { Copyable } from '#parts/copyable.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { downloadBase64 } from '#parts/download.ts';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { Money } from '#parts/money.tsx';
import { formatMoney } from '#parts/numbers.ts';
import { SectionTitle } from '#parts/section-title.tsx';
import { Day } from '#resources/billing/day.tsx';
import { InvoiceItems } from '#resources/billing/invoice-items.tsx';
import { InvoiceStatus } from '#resources/billing/invoice-status.tsx';
import { Why } from '#resources/billing/why.tsx';
import { writeCity } from '../../../../../../packages/addresses/src/address.ts';
import {
  MONEY_RESOURCES,
  type StaffInvoice,
  useDocument,
  useExplanation,
  usePayments,
  useStaffInvoice,
} from '../queries.ts';
import { texts } from './texts.ts';

interface InvoiceDrawerProps {
  /** Id or number. */
  readonly id: string | undefined;
  readonly onClose: () => void;
  readonly onOpen: (id: string) => void;
}

/** Shows an invoice with its lines, payments and everything that staff can do with it. */
export function InvoiceDrawer({ id, onClose, onOpen }: InvoiceDrawerProps) {
  const { data: invoice, error, refetch } = useStaffInvoice(id);
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title={invoice?.number ?? texts.title} size="lg">
      {error && !invoice ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : invoice ? (
        <InvoiceView invoice={invoice} onOpen={onOpen} />
      ) : (
        <Skeleton height={360} />
      )}
    </Drawer>
  );
}

type Doing = 'resend' | 'pay' | 'credit' | 'write-off' | 'release' | null;

function InvoiceView({ invoice, onOpen }: { invoice: StaffInvoice; onOpen: (id: string) => void }) {
  const [doing, setDoing] = useState<Doing>(null);
  const isMoney = useHasRole()(MONEY);
  const { id, number, type, amount_due, total, currency, corrects_id } = invoice;
  const isInvoice = type === 'invoice';
  const creditable = total - invoice.amount_credited;
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fz={24} fw={600} lh="2rem">
            <Money amount={amount_due > 0 ? amount_due : total} currency={currency} />
          </Text>
          <InvoiceStatus status={invoice.status} />
        </div>
        <Group gap="xs">
          <DocumentButton invoice={invoice} />
          <Button variant="default" leftSection={<IconMail size={16} />} onClick={() => setDoing('resend')}>
            {texts.resend}
          </Button>
          <OperatorCode call={() => ({ path: '/invoices/show', query: { id } })} />
        </Group>
      </Group>
      <Facts
        facts={[
          [texts.customer, <AccountLink key="account" id={invoice.account_id} name={invoice.account_name} />],
          [texts.billedTo, describeCustomer(invoice)],
          [
            texts.corrects,
            corrects_id !== null && (
              <Anchor key="corrects" component="button" inherit onClick={() => onOpen(String(corrects_id))}>
                {texts.types.invoice} {corrects_id}
              </Anchor>
            ),
          ],
          [texts.issued, <Day key="issued" at={invoice.issued_at} />],
          [texts.due, isInvoice && <Day key="due" at={invoice.due_at} />],
          [texts.paidAt, isInvoice && invoice.paid_at && <Day key="paid" at={invoice.paid_at} />],
          [
            texts.reference,
            isInvoice && <Copyable key="reference" value={invoice.payment_reference} what={t`payment reference`} />,
          ],
          [texts.reason, invoice.reason],
        ]}
      />
      {invoice.on_hold && <Alert color="gray">{texts.onHold}</Alert>}
      <InvoiceItems invoice={invoice} />
      <Totals id={id} />
      {isInvoice && <PaymentsOf invoice={invoice} />}
      {isMoney && isInvoice && (
        <Group gap="xs">
          {amount_due > 0 && <Button onClick={() => setDoing('pay')}>{texts.pay}</Button>}
          {creditable > 0 && (
            <Button variant="default" onClick={() => setDoing('credit')}>
              {texts.credit}
            </Button>
          )}
          {amount_due > 0 && (
            <Button variant="default" onClick={() => setDoing('write-off')}>
              {texts.writeOff}
            </Button>
          )}
          {invoice.on_hold && (
            <Button variant="default" onClick={() => setDoing('release')}>
              {texts.release}
            </Button>
          )}
        </Group>
      )}
      <InvoiceCommand invoice={invoice} number={number} doing={doing} onClose={() => setDoing(null)} />
    </Stack>
  );
}

interface InvoiceCommandProps {
  readonly invoice: StaffInvoice;
  readonly number: string;
  readonly doing: Doing;
  readonly onClose: () => void;
}

function InvoiceCommand({ invoice, number, doing, onClose }: InvoiceCommandProps) {
  const { id, amount_due, total, amount_credited, currency } = invoice;
  const due = formatMoney(amount_due, currency);
  const common = { query: { id }, touches: [...MONEY_RESOURCES], onClose };
  if (doing === 'resend') {
    return (
      <CommandDialog<{ recipient: string }>
        {...common}
        title={texts.resendTitle(number)}
        text={texts.resendText}
        path="/invoices/resend"
        action={texts.resend}
        done={({ recipient }) => texts.resent(recipient)}
      />
    );
  }
  if (doing === 'pay') {
    return (
      <CommandDialog
        {...common}
        title={texts.payTitle(number)}
        text={texts.payText}
        path="/invoices/pay"
        fields={[{ name: 'method', label: texts.method, initial: 'manual' }]}
        action={texts.payAction(due)}
        done={texts.paid}
      />
    );
  }
  if (doing === 'credit') {
    const most = total - amount_credited;
    return (
      <CommandDialog
        {...common}
        title={texts.creditTitle(number)}
        text={texts.creditText}
        path="/invoices/credit"
        fields={[
          {
            ...{ name: 'amount', label: texts.creditAmount, type: 'money', currency },
            ...{ max: most, initial: most, required: true },
          },
          { name: 'reason', label: texts.creditReason, required: true },
        ]}
        action={({ amount }) => texts.creditAction(formatMoney(Number(amount ?? 0), currency))}
        done={texts.credited}
      />
    );
  }
  if (doing === 'write-off') {
    return (
      <CommandDialog
        {...common}
        title={texts.writeOffTitle(number)}
        text={texts.writeOffText}
        path="/invoices/write-off"
        fields={[{ name: 'reason', label: t`Reason`, required: true }]}
        action={texts.writeOffAction(due)}
        destructive
        done={texts.writtenOff}
      />
    );
  }
  if (doing === 'release') {
    return (
      <CommandDialog
        {...common}
        title={texts.releaseTitle(number)}
        text={texts.releaseText}
        path="/invoices/release"
        action={texts.releaseAction(due)}
        done={texts.released}
      />
    );
  }
  return null;
}

function DocumentButton({ invoice: { id, number } }: { invoice: StaffInvoice }) {
  const document = useDocument();
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      aria-label={t`PDF of ${number}`}
      loading={document.isPending}
      onClick={() =>
        document.mutate(id, {
          onSuccess: ({ filename, content, content_type }) => downloadBase64(filename, content, content_type),
        })
      }
    >
      <Trans>PDF</Trans>
    </Button>
  );
}

function Totals({ id }: { id: number }) {
  const { data } = useExplanation(id);
  return data ? (
    <div>
      <Why label={texts.whyTotal} explanation={{ sentence: texts.explain, steps: data.totals }} />
    </div>
  ) : null;
}

function PaymentsOf({ invoice: { id } }: { invoice: StaffInvoice }) {
  const { data } = usePayments({ invoice: id, per_page: 20 });
  if (!data) return null;
  return (
    <section aria-label={texts.payments}>
      <SectionTitle title={texts.payments} />
      {data.data.length === 0 ? (
        <Text c="dimmed">{texts.noPayments}</Text>
      ) : (
        <Stack gap="xs">
          {data.data.map((payment) => (
            <Group key={payment.id} justify="space-between">
              <Group gap="sm">
                <Anchor
                  inherit
                  renderRoot={(props) => (
                    <Link {...props} to="/operator/billing/payments" search={{ payment: String(payment.id) }} />
                  )}
                >
                  <Money amount={payment.amount} currency={payment.currency} />
                </Anchor>
                <Text c="dimmed" size="sm">
                  {payment.method}
                </Text>
              </Group>
              <PaymentStatus status={payment.status} />
            </Group>
          ))}
        </Stack>
      )}
    </section>
  );
}

function describeCustomer({ customer }: StaffInvoice): string | null {
  if (!customer) return null;
  const { company, name, street, country, vat_id } = customer;
  return [company, name, street, writeCity(customer), country, vat_id].filter(Boolean).join(', ');
}
