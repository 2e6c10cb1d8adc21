import { IconTrendingUp } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { OperatorList } from '#operator/operator-list.tsx';
import { formatMoney } from '#parts/numbers.ts';
import { Day } from '#resources/billing/day.tsx';
import { PERIODS } from '#resources/billing/texts.ts';
import type { StaffPriceChange } from '../queries.ts';
import { CatalogSections } from '../sections.tsx';
import { texts as catalog } from '../texts.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/catalog/price-changes');

/** Announced price rises with the state of their notices. */
export function PriceChangesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OperatorList<StaffPriceChange, typeof search>
      title={texts.title}
      description={texts.description}
      path="/plans/price-changes"
      resource="price-changes"
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      sections={<CatalogSections />}
      rowName={({ plan }) => plan}
      columns={[
        { key: 'plan', title: catalog.plan, render: ({ plan }) => plan },
        {
          key: 'price',
          title: catalog.price,
          card: 'line',
          render: ({ price, currency, billing_period }) => `${formatMoney(price, currency)} ${PERIODS[billing_period]}`,
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
          width: 140,
          card: 'beside',
          render: ({ from_at }) => <Day at={from_at} />,
        },
      ]}
      icon={IconTrendingUp}
      empty={texts.empty}
    />
  );
}
