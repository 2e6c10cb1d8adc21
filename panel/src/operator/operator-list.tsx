import { t } from '@lingui/core/macro';
import type { TablerIcon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Column, Selection } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import type { ListOrder } from '#parts/data-table/order.ts';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { PageTitle } from '#parts/page-title.tsx';
import type { Tone } from '#parts/status.tsx';
import type { Query } from '#session/session-client.ts';
import { CsvButton } from './csv-button.tsx';
import { operatorApi } from './operator-api.ts';
import { OperatorCode } from './operator-code.tsx';
import { useOperatorQuery } from './queries.ts';

/** Filters in the address of a page. The parameters of the API have the same names. */
export interface OperatorSearch extends ListOrder {
  readonly page?: number;
  readonly search?: string;
  readonly status?: string;
}

export type StatusWords = Readonly<Record<string, { label: string; tone: Tone; busy?: boolean }>>;

interface Source<Search> {
  /** Path of the list in the operator API: `/databases`. */
  readonly path: string;
  /** Name of the resource in hints: `databases`. */
  readonly resource: string;
  readonly search: Search;
  /** Filters that the reader cannot change, such as the record of the page. */
  readonly fixed?: Query;
}

export interface OperatorListProps<Row, Search extends OperatorSearch> extends Source<Search> {
  readonly title: string;
  /** False if the page has a title line of its own. */
  readonly titled?: boolean;
  readonly description?: string;
  /** Receives a change of the address, not the new address: it may have changed since the list was rendered. */
  readonly onSearch: (change: (before: Search) => Search) => void;
  /** Without it the list cannot be searched. */
  readonly searchLabel?: string;
  readonly statuses?: StatusWords;
  readonly columns: readonly Column<Row>[];
  /** Default: the id. */
  readonly rowKey?: (row: Row) => number;
  readonly rowName: (row: Row) => string;
  readonly rowLink?: ((row: Row) => LinkProps) | undefined;
  readonly onOpen?: (row: Row) => void;
  readonly rowMenu?: ((row: Row) => ReactNode) | undefined | false;
  readonly selection?: Selection | undefined;
  readonly icon: TablerIcon;
  readonly empty: string;
  /** Tabs below the title. */
  readonly sections?: ReactNode;
  /** Further filters. */
  readonly filters?: ReactNode;
  /** Buttons of the page, the filled one last. */
  readonly children?: ReactNode;
}

/** Reads a page of a list. */
export function useOperatorList<Row>({ path, resource, search, fixed = {} }: Source<object>) {
  const query: Query = { ...fixed, ...search };
  return useOperatorQuery([resource, 'list', path, query], (signal) => operatorApi.list<Row>(path, query, { signal }), {
    keepPrevious: true,
  });
}

/** List of the console: filters in the address, CSV, code, table and pages. */
export function OperatorList<Row extends object, Search extends OperatorSearch>(props: OperatorListProps<Row, Search>) {
  const { title, path, search, onSearch, statuses, rowMenu, rowLink, onOpen, selection, fixed = {} } = props;
  const list = useOperatorList<Row>(props);
  const query: Query = { ...fixed, ...search };
  const change = (next: OperatorSearch) => onSearch((before) => changeSearch<Search>(before, next as Partial<Search>));
  const tools = (
    <>
      <OperatorCode call={() => ({ path, query })} />
      <CsvButton path={path} filters={query} />
      {props.children}
    </>
  );
  return (
    <>
      {props.titled !== false && (
        <PageTitle
          title={title}
          count={list.data?.meta.total ?? null}
          {...(props.description ? { description: props.description } : {})}
        >
          {tools}
        </PageTitle>
      )}
      {props.sections}
      {(props.searchLabel || props.filters) && (
        <Filters>
          {props.searchLabel && (
            <SearchField
              label={props.searchLabel}
              value={search.search ?? ''}
              onChange={(text) => change({ search: text })}
            />
          )}
          {statuses && (
            <FilterSelect
              label={t`Any status`}
              value={search.status}
              options={Object.entries(statuses).map(([value, { label }]) => ({ value, label }))}
              onChange={(status) => change({ status } as OperatorSearch)}
            />
          )}
          {props.filters}
          {props.titled === false && tools}
        </Filters>
      )}
      <DataTable
        label={title}
        query={list}
        rows={list.data?.data}
        rowKey={props.rowKey ?? ((row) => (row as { id?: number }).id ?? 0)}
        rowName={props.rowName}
        columns={props.columns}
        {...(rowLink ? { rowLink } : {})}
        {...(onOpen ? { onOpen } : {})}
        {...(rowMenu ? { rowMenu } : {})}
        {...(selection ? { selection } : {})}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: list.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={props.icon} text={props.empty} />}
        noMatch={isFiltered(search) && t`Nothing matches. Change or clear the filters.`}
      />
    </>
  );
}
