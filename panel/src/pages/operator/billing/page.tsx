import { t } from '@lingui/core/macro';
import { IconReceipt } from '@tabler/icons-react';
import { Figure, Figures } from '#operator/figure.tsx';
import { MONEY, useHasRole } from '#operator/me.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Money } from '#parts/money.tsx';
import { formatNumber } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { Surface } from '#parts/surface.tsx';
import { Day } from '#resources/billing/day.tsx';
import { useBankLines } from './bank/queries.ts';
import { useForecast, useInvoices, usePayments, usePayouts } from './queries.ts';
import { BillingSections } from './sections.tsx';
import { texts } from './texts.ts';

const { overview } = texts;

/** First page of the billing role: open amounts, lines to match, the next run. */
export function BillingPage() {
  const isMoney = useHasRole()(MONEY);
  const overdue = useInvoices({ status: 'overdue', per_page: 10 });
  const unpaid = useInvoices({ status: 'unpaid', per_page: 1 });
  const failed = usePayments({ status: 'failed', per_page: 1 });
  const lines = useBankLines({ status: 'waiting', per_page: 1 }, { enabled: isMoney });
  const payouts = usePayouts({ status: 'open', per_page: 1 }, { enabled: isMoney });
  const forecast = useForecast({ per_page: 1 }, { enabled: isMoney });
  const count = ({ data }: { data: { meta: { total: number } } | undefined }) => data && formatNumber(data.meta.total);
  return (
    <>
      <PageTitle title={texts.title} />
      <BillingSections />
      <Figures>
        <Figure
          name={overview.overdue}
          note={overview.overdueNote}
          value={count(overdue)}
          link={{ to: '/operator/billing/invoices', search: { status: 'overdue' } }}
        />
        <Figure
          name={overview.unpaid}
          note={overview.unpaidNote}
          value={count(unpaid)}
          link={{ to: '/operator/billing/invoices', search: { status: 'unpaid' } }}
        />
        <Figure
          name={overview.failed}
          note={overview.failedNote}
          value={count(failed)}
          link={{ to: '/operator/billing/payments', search: { status: 'failed' } }}
        />
        {isMoney && (
          <>
            <Figure
              name={overview.lines}
              note={overview.linesNote}
              value={count(lines)}
              link={{ to: '/operator/billing/bank' }}
            />
            <Figure
              name={overview.payouts}
              note={overview.payoutsNote}
              value={count(payouts)}
              link={{ to: '/operator/billing/payouts' }}
            />
            <Figure
              name={overview.next}
              note={overview.nextNote}
              value={count(forecast)}
              link={{ to: '/operator/billing/forecast' }}
            />
          </>
        )}
      </Figures>
      <Surface title={overview.overdue}>
        <DataTable
          label={overview.overdue}
          query={overdue}
          rows={overdue.data?.data}
          rowKey={({ id }) => id}
          rowLink={({ id }) => ({ to: '/operator/billing/invoices', search: { invoice: String(id) } })}
          columns={[
            { key: 'number', title: t`Number`, render: ({ number }) => number },
            { key: 'customer', title: texts.customer, card: 'line', render: ({ account_name }) => account_name },
            { key: 'due', title: t`Due`, width: 140, card: 'line', render: ({ due_at }) => <Day at={due_at} /> },
            {
              key: 'amount',
              title: t`Amount due`,
              width: 140,
              align: 'end',
              card: 'beside',
              render: ({ amount_due, currency }) => <Money amount={amount_due} currency={currency} />,
            },
          ]}
          empty={<EmptyState icon={IconReceipt} text={overview.noOverdue} />}
        />
      </Surface>
    </>
  );
}
