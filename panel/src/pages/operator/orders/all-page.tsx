import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountSelect } from '#operator/account-select.tsx';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { OrdersTable } from './orders-table.tsx';
import { type Order, useOrders } from './queries.ts';
import { RefuseOrder } from './refuse-order.tsx';
import { OrderSections } from './sections.tsx';
import { STATUSES, texts } from './texts.ts';

const route = getRouteApi('/operator/orders/all');

export function AllOrdersPage() {
  const { order: opened, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search & { order: string }>) =>
    void navigate({
      search: (before) => changeSearch(before, 'order' in next ? { page: before.page, ...next } : next),
    });
  const orders = useOrders(search);
  const [refusing, setRefusing] = useState<Order | null>(null);
  return (
    <>
      <PageTitle title={texts.title} count={orders.data?.meta.total ?? null} description={texts.allDescription}>
        <OperatorCode call={() => ({ path: '/orders', query: search })} />
        <CsvButton path="/orders" filters={search} />
      </PageTitle>
      <OrderSections />
      <ListFilters
        words={{ search: texts.search, status: texts.anyStatus }}
        statuses={STATUSES}
        value={search}
        onChange={change}
      >
        <AccountSelect label={texts.customer} value={search.account} onChange={(account) => change({ account })} />
      </ListFilters>
      <OrdersTable
        orders={orders}
        empty={texts.emptyAll}
        isFiltered={isFiltered(search)}
        withStatus
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
