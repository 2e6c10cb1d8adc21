import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountSelect } from '#operator/account-select.tsx';
import { BulkActions } from '#operator/bulk-actions.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { useSelection } from '#operator/selection.ts';
import { FilterSelect, Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { OrdersTable } from './orders-table.tsx';
import { type Order, TOUCHES, useOrders } from './queries.ts';
import { RefuseOrder } from './refuse-order.tsx';
import { OrderSections } from './sections.tsx';
import { KINDS, texts } from './texts.ts';

const route = getRouteApi('/operator/orders');
const KIND_OPTIONS = Object.entries(KINDS).map(([value, label]) => ({ value, label }));

/** Orders and sign-ups that wait for a decision. */
export function OrdersPage() {
  const { order: opened, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search & { order: string }>) =>
    void navigate({
      search: (before) => changeSearch(before, 'order' in next ? { page: before.page, ...next } : next),
    });
  const filters = { ...search, status: 'in_review' };
  const orders = useOrders(filters);
  const [refusing, setRefusing] = useState<Order | null>(null);
  const chosen = useSelection(orders.data?.data);
  return (
    <>
      <PageTitle title={texts.title} count={orders.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/orders', query: filters })} />
        <CsvButton path="/orders" filters={filters} />
      </PageTitle>
      <OrderSections />
      <Filters>
        <SearchField label={texts.search} value={search.search ?? ''} onChange={(text) => change({ search: text })} />
        <AccountSelect label={texts.customer} value={search.account} onChange={(account) => change({ account })} />
        <FilterSelect
          label={texts.anyKind}
          value={search.kind}
          options={KIND_OPTIONS}
          onChange={(kind) => change({ kind })}
        />
        <BulkActions
          items={chosen.rows.map(({ id, account_name, name }) => ({ id, name: `${account_name}: ${name}` }))}
          actions={[{ label: texts.approve, path: '/orders/approve' }]}
          touches={TOUCHES}
          onDone={chosen.clear}
        />
      </Filters>
      <OrdersTable
        orders={orders}
        empty={texts.empty}
        isFiltered={isFiltered(search)}
        selection={chosen.selection}
        onPage={(page) => change({ page })}
        onOpen={({ id }) => change({ order: String(id) })}
        onRefuse={setRefusing}
      />
      <OrderDrawer
        id={opened === undefined ? undefined : Number(opened)}
        onClose={() => change({ order: undefined })}
        onRefuse={setRefusing}
      />
      {refusing && <RefuseOrder order={refusing} onClose={() => setRefusing(null)} />}
    </>
  );
}
