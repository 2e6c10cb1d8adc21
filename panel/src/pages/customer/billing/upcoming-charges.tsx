import { Text } from '@mantine/core';
import type { Column } from '../../../parts/data-table/columns.ts';
import { DataTable } from '../../../parts/data-table/data-table.tsx';
import { Money } from '../../../parts/money.tsx';
import { SectionTitle } from '../../../parts/section-title.tsx';
import { Day } from '../../../resources/billing/day.tsx';
import { useUpcoming } from '../../../resources/billing/queries.ts';
import { texts } from '../../../resources/billing/texts.ts';
import type { Upcoming } from '../../../resources/billing/upcoming.ts';

const COLUMNS: readonly Column<Upcoming>[] = [
  { key: 'name', title: texts.product, render: ({ name }) => name },
  { key: 'at', title: texts.invoiceDate, width: 170, render: ({ at }) => <Day at={at} /> },
  {
    key: 'amount',
    title: texts.price,
    width: 140,
    align: 'end',
    card: 'beside',
    render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
];

/** Lists the renewals of the next 30 days. Hidden if there are none. */
export function UpcomingCharges() {
  const upcoming = useUpcoming();
  const rows = upcoming.data;
  if (!rows || rows.length === 0) return null;
  return (
    <section aria-label={texts.upcoming}>
      <SectionTitle title={texts.upcoming} />
      <Text size="sm" c="dimmed" mb="sm">
        {texts.upcomingText}
      </Text>
      <DataTable
        label={texts.upcoming}
        query={upcoming}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        empty={null}
        columns={COLUMNS}
      />
    </section>
  );
}
