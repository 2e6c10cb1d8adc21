import type { TablerIcon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Column, Selection } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { Status, type Tone } from '#parts/status.tsx';
import type { Query } from '#session/session-client.ts';
import { AccountLink } from './account-link.tsx';
import { AccountSelect } from './account-select.tsx';
import { type BulkAction, BulkActions } from './bulk-actions.tsx';
import { CsvButton } from './csv-button.tsx';
import { operatorApi } from './operator-api.ts';
import { OperatorCode } from './operator-code.tsx';
import { useOperatorQuery } from './queries.ts';
import { useSelection } from './selection.ts';

/** Filters that every list of customers' resources has, in the address of the page. */
export interface ResourceSearch {
  readonly page?: number;
  readonly search?: string;
  readonly status?: string;
  readonly account?: string;
}

export type StatusWords = Readonly<Record<string, { label: string; tone: Tone; busy?: boolean }>>;

interface Owned {
  readonly id: number;
  readonly account_id: number;
  readonly account_name: string;
}

interface ResourceListProps<Row extends Owned, Search extends ResourceSearch> {
  readonly title: string;
  readonly description?: string;
  /** Path of the list in the operator API, and the name of the resource in hints: `/databases`, `databases`. */
  readonly path: string;
  readonly resource: string;
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
  readonly searchLabel: string;
  readonly statuses?: StatusWords;
  readonly columns: readonly Column<Row>[];
  readonly rowName: (row: Row) => string;
  readonly rowLink?: (row: Row) => LinkProps;
  readonly rowMenu?: ((row: Row) => ReactNode) | undefined;
  readonly selection?: Selection | undefined;
  /** Commands for several selected rows. The page of servers has its own, which uses one request. */
  readonly bulk?: readonly BulkAction[] | undefined;
  readonly icon: TablerIcon;
  readonly empty: string;
  /** Further filters. */
  readonly filters?: ReactNode;
  /** Buttons of the page, the filled one last. */
  readonly children?: ReactNode;
}

/** List of a resource of all customers: filters in the address, CSV, code and pages. */
export function ResourceList<Row extends Owned, Search extends ResourceSearch>(props: ResourceListProps<Row, Search>) {
  const { title, path, resource, search, onSearch, statuses, rowMenu, rowLink, bulk } = props;
  const list = useOperatorQuery(
    [resource, 'list', path, search],
    (signal) => operatorApi.list<Row>(path, toQuery(search), { signal }),
    { keepPrevious: true },
  );
  const chosen = useSelection(list.data?.data);
  const selection = props.selection ?? (bulk ? chosen.selection : undefined);
  const change = (next: Partial<ResourceSearch>) => onSearch(changeSearch<Search>(search, next as Partial<Search>));
  return (
    <>
      <PageTitle
        title={title}
        count={list.data?.meta.total ?? null}
        {...(props.description ? { description: props.description } : {})}
      >
        <OperatorCode call={() => ({ path, query: toQuery(search) })} />
        <CsvButton path={path} filters={toQuery(search)} />
        {props.children}
      </PageTitle>
      <Filters>
        <SearchField
          label={props.searchLabel}
          value={search.search ?? ''}
          onChange={(text) => change({ search: text })}
        />
        {statuses && (
          <FilterSelect
            label="Any status"
            value={search.status}
            options={Object.entries(statuses).map(([value, { label }]) => ({ value, label }))}
            onChange={(status) => change({ status } as Partial<ResourceSearch>)}
          />
        )}
        <AccountSelect
          label="Customer"
          value={search.account}
          onChange={(account) => change({ account } as Partial<ResourceSearch>)}
        />
        {props.filters}
        {bulk && (
          <BulkActions
            items={chosen.rows.map((row) => ({ id: row.id, name: props.rowName(row) }))}
            actions={bulk}
            touches={[resource]}
            onDone={chosen.clear}
          />
        )}
      </Filters>
      <DataTable
        label={title}
        query={list}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        rowName={props.rowName}
        columns={props.columns}
        {...(rowLink ? { rowLink } : {})}
        {...(rowMenu ? { rowMenu } : {})}
        {...(selection ? { selection } : {})}
        pager={{ meta: list.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={props.icon} text={props.empty} />}
        noMatch={isFiltered(search) && 'Nothing matches. Change or clear the filters.'}
      />
    </>
  );
}

/** Returns the filters as parameters of the API, which have the same names. */
function toQuery(search: ResourceSearch): Query {
  return Object.fromEntries(Object.entries(search));
}

/** Column with the customer. It is a link, unless the whole row is one. */
export function customerColumn<Row extends Owned>({ linked = true } = {}): Column<Row> {
  return {
    key: 'account',
    title: 'Customer',
    card: 'line',
    render: ({ account_id, account_name }) =>
      linked ? <AccountLink id={account_id} name={account_name} /> : account_name,
  };
}

export function statusColumn<Row extends Owned & { readonly status: string }>(statuses: StatusWords): Column<Row> {
  return {
    key: 'status',
    title: 'Status',
    width: '140px',
    card: 'beside',
    render: ({ status }) => <StatusOf statuses={statuses} status={status} />,
  };
}

/** Shows a status by its words. An unknown status is shown as it is. */
export function StatusOf({ statuses, status }: { statuses: StatusWords; status: string }) {
  const { label, tone, busy = false } = statuses[status] ?? { label: status, tone: 'idle' };
  return (
    <Status tone={tone} busy={busy}>
      {label}
    </Status>
  );
}
