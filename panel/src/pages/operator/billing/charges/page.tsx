import { Button, Menu } from '@mantine/core';
import { IconFileInvoice, IconReceipt2, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountSelect } from '#operator/account-select.tsx';
import { CommandDialog } from '#operator/command-dialog.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { MONEY, useHasRole } from '#operator/me.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Money } from '#parts/money.tsx';
import { formatMoney } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { Day } from '#resources/billing/day.tsx';
import { MONEY_RESOURCES, type StaffCharge, useCharges, useCurrencyOf } from '../queries.ts';
import { BillingSections } from '../sections.tsx';
import { texts as common } from '../texts.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/billing/charges');

type Doing = { what: 'add' } | { what: 'remove' | 'issue'; charge: StaffCharge } | null;

/** Charges that wait for the next invoice of their customer. */
export function ChargesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const filters = { ...search };
  const charges = useCharges(filters);
  const isMoney = useHasRole()(MONEY);
  const [doing, setDoing] = useState<Doing>(null);
  return (
    <>
      <PageTitle title={texts.title} count={charges.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/charges', query: filters })} />
        <CsvButton path="/charges" filters={filters} />
        {isMoney && search.account && <Button onClick={() => setDoing({ what: 'add' })}>{texts.add}</Button>}
      </PageTitle>
      <BillingSections />
      <Filters>
        <SearchField label={texts.search} value={search.search ?? ''} onChange={(text) => change({ search: text })} />
        <AccountSelect label={common.customer} value={search.account} onChange={(account) => change({ account })} />
      </Filters>
      <DataTable
        label={texts.title}
        query={charges}
        rows={charges.data?.data}
        rowKey={({ id }) => id}
        rowName={({ description }) => description}
        columns={[
          { key: 'description', title: texts.what, render: ({ description }) => description },
          { key: 'customer', title: common.customer, card: 'line', render: ({ account_name }) => account_name },
          { key: 'due', title: texts.due, width: 140, card: 'line', render: ({ due_at }) => <Day at={due_at} /> },
          {
            key: 'amount',
            title: common.amount,
            width: 140,
            align: 'end',
            card: 'beside',
            render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
        ]}
        {...(isMoney
          ? {
              rowMenu: (charge: StaffCharge) => (
                <>
                  <Menu.Item
                    leftSection={<IconFileInvoice size={16} />}
                    onClick={() => setDoing({ what: 'issue', charge })}
                  >
                    {texts.issue}
                  </Menu.Item>
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={16} />}
                    onClick={() => setDoing({ what: 'remove', charge })}
                  >
                    {texts.remove}
                  </Menu.Item>
                </>
              ),
            }
          : {})}
        pager={{ meta: charges.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconReceipt2} text={texts.empty} />}
        noMatch={isFiltered(search) && texts.noMatch}
      />
      <ChargeCommand doing={doing} account={search.account} onClose={() => setDoing(null)} />
    </>
  );
}

interface ChargeCommandProps {
  readonly doing: Doing;
  readonly account: string | undefined;
  readonly onClose: () => void;
}

function ChargeCommand({ doing, account, onClose }: ChargeCommandProps) {
  const shared = { touches: [...MONEY_RESOURCES], onClose };
  const currency = useCurrencyOf(account);
  if (doing?.what === 'add') {
    if (currency === undefined) return null;
    return (
      <CommandDialog
        {...shared}
        title={texts.add}
        text={texts.addText}
        path="/charges"
        fixed={{ account: Number(account), currency }}
        fields={[
          { name: 'description', label: texts.onInvoice, required: true },
          {
            name: 'amount',
            label: texts.unitPrice,
            description: texts.unitPriceText,
            type: 'money',
            currency,
            signed: true,
            required: true,
          },
          { name: 'quantity', label: texts.quantity, type: 'integer', initial: 1 },
          { name: 'tax_included', label: texts.taxIncluded, type: 'flag' },
        ]}
        // The API takes a signed number as text, as on the command line.
        complete={({ amount }) => ({ amount: String(amount) })}
        action={texts.add}
        done={texts.added}
      />
    );
  }
  if (doing?.what === 'remove') {
    const { id, account_id, amount, currency, description } = doing.charge;
    return (
      <CommandDialog
        {...shared}
        title={texts.removeTitle}
        text={description}
        path="/charges/remove"
        query={{ id }}
        fixed={{ account: account_id }}
        action={`${texts.remove} ${formatMoney(amount, currency)}`}
        destructive
        done={texts.removed}
      />
    );
  }
  if (doing?.what === 'issue') {
    const { account_id, account_name } = doing.charge;
    return (
      <CommandDialog
        {...shared}
        title={texts.issueTitle}
        text={texts.issueText(account_name ?? String(account_id))}
        path="/invoices/issue"
        query={{ id: account_id }}
        action={texts.issue}
        done={texts.issued}
      />
    );
  }
  return null;
}
