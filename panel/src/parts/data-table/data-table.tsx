import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Paper, VisuallyHidden } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { Failure } from '../failure.tsx';
import { NoMatch } from '../no-match.tsx';
import type { Column, Selection } from './columns.ts';
import { CsvDownload } from './csv-download.tsx';
import type { CsvSource } from './csv-source.ts';
import classes from './data-table.module.css';
import { HeaderCell } from './header-cell.tsx';
import { DEFAULT_ORDER, type Sorting } from './order.ts';
import { Pager, type PagerProps } from './pager.tsx';
import { useRowKeys } from './row-keys.ts';
import { SkeletonRows } from './skeleton-rows.tsx';
import { SortSelect } from './sort-select.tsx';
import { TableRow } from './table-row.tsx';

/** The part of a query result that the table uses. */
export interface TableQuery {
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
  /** All rows of the list, for a download. */
  readonly csv?: CsvSource;
}

interface DataTableProps<Row> {
  /** Accessible name: `Tickets`. */
  readonly label: string;
  readonly query: TableQuery;
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => number | string;
  readonly columns: readonly Column<Row>[];
  /** Link target of a row; the link covers the whole row. */
  readonly rowLink?: (row: Row) => LinkProps;
  /** Alternative to `rowLink`: called when a row is opened. */
  readonly onOpen?: (row: Row) => void;
  /** Items of the row's ⋯ menu. */
  readonly rowMenu?: (row: Row) => ReactNode;
  /** Name of a row in the labels of its menu and checkbox. */
  readonly rowName?: (row: Row) => string;
  readonly selection?: Selection;
  /** Order of the list. Columns with `sortBy` can be chosen. */
  readonly sorting?: Sorting;
  readonly pager?: PagerProps;
  /** Shown if the list is empty. */
  readonly empty: ReactNode;
  /** Shown in place of `empty` if a filter is set. */
  readonly noMatch?: string | false;
}

/** List used on all pages: rows of 44 px that open as a whole, j and k to move, cards of two lines on phones. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, query, rows, rowKey, columns, selection, sorting, pager, empty, noMatch, rowMenu } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  if (query.error && !rows) {
    return (
      <>
        <Failure
          error={query.error}
          title={t`${label} could not be loaded`}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
        {sorting?.value.sort_by !== undefined && (
          <Button variant="default" size="xs" mt="sm" onClick={() => sorting.onChange(DEFAULT_ORDER)}>
            <Trans>Sort by the newest</Trans>
          </Button>
        )}
      </>
    );
  }
  if (rows?.length === 0 && !query.isPending) {
    // The last row of this page may have been removed: earlier pages still have rows.
    if (pager?.meta && pager.meta.total > 0) return <Pager {...pager} />;
    return <Paper className={classes.surface}>{noMatch ? <NoMatch text={noMatch} /> : empty}</Paper>;
  }
  const keys = rows?.map(rowKey) ?? [];
  return (
    <>
      {sorting && <SortSelect columns={columns} sorting={sorting} />}
      <Paper className={classes.surface}>
        <table className={classes.table} aria-label={label} aria-busy={query.isPending}>
          <thead>
            <tr>
              {selection && (
                <th className={classes.select} scope="col">
                  <SelectAll keys={keys} selection={selection} />
                </th>
              )}
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} sorting={sorting} />
              ))}
              {rowMenu && (
                <th className={classes.menu} scope="col">
                  <VisuallyHidden>
                    <Trans>Actions</Trans>
                  </VisuallyHidden>
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows ? (
              rows.map((row) => <TableRow key={rowKey(row)} row={row} id={rowKey(row)} {...props} />)
            ) : (
              <SkeletonRows columns={columns} selectable={selection !== undefined} withMenu={rowMenu !== undefined} />
            )}
          </tbody>
        </table>
      </Paper>
      {(pager || query.csv) && (
        <Group className={classes.foot}>
          {pager && <Pager {...pager} />}
          {query.csv && rows && <CsvDownload source={query.csv} total={pager?.meta?.total} />}
        </Group>
      )}
    </>
  );
}

function SelectAll({ keys, selection }: { keys: readonly (number | string)[]; selection: Selection }) {
  const chosen = keys.filter((key) => selection.selected.has(key)).length;
  return (
    <Checkbox
      size="xs"
      aria-label={t`Select all rows`}
      checked={chosen > 0 && chosen === keys.length}
      indeterminate={chosen > 0 && chosen < keys.length}
      onChange={({ currentTarget }) => selection.onChange(new Set(currentTarget.checked ? keys : []))}
    />
  );
}
