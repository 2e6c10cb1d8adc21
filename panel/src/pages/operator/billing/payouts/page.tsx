import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { IconCheck, IconCoins } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CommandDialog } from '#operator/command-dialog.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { Copyable } from '#parts/copyable.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, Filters } from '#parts/filters.tsx';
import { changeSearch } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { Money } from '#parts/money.tsx';
import { formatMoney } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { MONEY_RESOURCES, type Payout, usePayouts } from '../queries.ts';
import { BillingSections } from '../sections.tsx';
import { texts as common } from '../texts.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/billing/payouts');
const STATUSES = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }));

/** Refunds that staff transfer by hand. */
export function PayoutsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const filters = { ...search, status: search.status ?? 'open' };
  const payouts = usePayouts(filters);
  const [paying, setPaying] = useState<Payout | null>(null);
  return (
    <>
      <PageTitle title={texts.title} count={payouts.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/payments/payouts', query: filters })} />
        <CsvButton path="/payments/payouts" filters={filters} />
      </PageTitle>
      <BillingSections />
      <Filters>
        <FilterSelect
          label={texts.statuses.open}
          value={search.status}
          options={STATUSES}
          onChange={(status) => change({ status })}
        />
      </Filters>
      <DataTable
        label={texts.title}
        query={payouts}
        rows={payouts.data?.data}
        rowKey={({ id }) => id}
        rowName={({ id }) => `payout ${id}`}
        columns={[
          { key: 'name', title: texts.recipient, render: ({ name, account_id }) => name ?? t`Customer ${account_id}` },
          {
            key: 'iban',
            title: 'IBAN',
            card: 'line',
            render: ({ iban }) => (iban ? <Copyable value={iban} what="IBAN" /> : texts.unknown),
          },
          { key: 'reason', title: common.reason, from: 'md', card: 'line', render: ({ reason }) => reason },
          {
            key: 'since',
            title: texts.since,
            width: 150,
            from: 'md',
            card: 'none',
            render: ({ created_at, paid_at }) => <Moment at={paid_at ?? created_at} />,
          },
          {
            key: 'amount',
            title: common.amount,
            width: 130,
            align: 'end',
            card: 'beside',
            render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
        ]}
        rowMenu={(payout) => (
          <Menu.Item
            disabled={payout.paid_at !== null}
            leftSection={<IconCheck size={16} />}
            onClick={() => setPaying(payout)}
          >
            {texts.paid}
          </Menu.Item>
        )}
        pager={{ meta: payouts.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconCoins} text={texts.empty} />}
      />
      {paying && (
        <CommandDialog
          title={texts.paidTitle}
          text={texts.paidText}
          path="/payments/paid-out"
          query={{ id: paying.id }}
          action={texts.paidAction(formatMoney(paying.amount, paying.currency))}
          touches={[...MONEY_RESOURCES]}
          done={texts.done}
          onClose={() => setPaying(null)}
        />
      )}
    </>
  );
}
