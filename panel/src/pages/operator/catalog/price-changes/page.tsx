import { IconTrendingUp } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { CsvButton } from '#operator/csv-button.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { changeSearch } from '#parts/list-search.ts';
import { formatMoney } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { Day } from '#resources/billing/day.tsx';
import { PERIODS } from '#resources/billing/texts.ts';
import { usePriceChanges } from '../queries.ts';
import { CatalogSections } from '../sections.tsx';
import { texts as catalog } from '../texts.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/catalog/price-changes');

/** Announced price rises with the state of their notices. */
export function PriceChangesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const changes = usePriceChanges({ page: search.page });
  return (
    <>
      <PageTitle title={texts.title} count={changes.data?.meta.total ?? null} description={texts.description}>
        <OperatorCode call={() => ({ path: '/plans/price-changes' })} />
        <CsvButton path="/plans/price-changes" filters={{}} />
      </PageTitle>
      <CatalogSections />
      <DataTable
        label={texts.title}
        query={changes}
        rows={changes.data?.data}
        rowKey={({ id }) => id}
        columns={[
          { key: 'plan', title: catalog.plan, render: ({ plan }) => plan },
          {
            key: 'price',
            title: catalog.price,
            card: 'line',
            render: ({ price, currency, billing_period }) =>
              `${formatMoney(price, currency)} ${PERIODS[billing_period]}`,
          },
          { key: 'notices', title: texts.notices, card: 'line', render: ({ subscriptions }) => subscriptions },
          {
            key: 'consent',
            title: catalog.withoutConsent,
            from: 'lg',
            card: 'none',
            render: ({ without_consent }) => catalog.consent[without_consent],
          },
          {
            key: 'from',
            title: texts.from,
            width: '140px',
            card: 'beside',
            render: ({ from_at }) => <Day at={from_at} />,
          },
        ]}
        pager={{
          meta: changes.data?.meta,
          onPage: (page) => void navigate({ search: changeSearch(search, { page }) }),
        }}
        empty={<EmptyState icon={IconTrendingUp} text={texts.empty} />}
      />
    </>
  );
}
