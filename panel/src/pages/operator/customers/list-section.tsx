import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toLink } from '#operator/to-link.ts';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { SectionTitle } from '#parts/section-title.tsx';
import { useListOf } from './queries.ts';
import { texts } from './texts.ts';

/** Rows of each list on the customer page. */
const SHOWN = 10;

interface ListSectionProps<Row> {
  readonly title: string;
  /** Path of the list in the operator API. */
  readonly path: string;
  readonly account: number;
  /** Address of the whole list in the console. */
  readonly url: string;
  /** Address of one record. */
  readonly rowUrl?: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly empty: string;
}

/** The newest records of a customer, with a link to all of them. */
export function ListSection<Row extends { readonly id: number }>(props: ListSectionProps<Row>) {
  const { title, path, account, url, rowUrl, columns, empty } = props;
  const list = useListOf<Row>(path, account, { per_page: SHOWN });
  const total = list.data?.meta.total ?? 0;
  return (
    <section aria-label={title}>
      <SectionTitle title={title}>
        {total > 0 && (
          <Anchor component={Link} {...(toLink(url) as object)} size="sm">
            {`${texts.all} (${total}${list.data?.meta.total_capped ? '+' : ''})`}
          </Anchor>
        )}
      </SectionTitle>
      <DataTable
        label={title}
        query={list}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        columns={columns}
        {...(rowUrl ? { rowLink: (row: Row) => toLink(rowUrl(row)) } : {})}
        empty={
          <Text c="dimmed" p="md">
            {empty}
          </Text>
        }
      />
    </section>
  );
}
