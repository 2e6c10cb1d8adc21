import { t } from '@lingui/core/macro';
import type { Column } from '#parts/data-table/columns.ts';
import { changeSearch } from '#parts/list-search.ts';
import { Status } from '#parts/status.tsx';
import { AccountLink } from './account-link.tsx';
import { AccountSelect } from './account-select.tsx';
import { type BulkAction, BulkActions } from './bulk-actions.tsx';
import {
  OperatorList,
  type OperatorListProps,
  type OperatorSearch,
  type StatusWords,
  useOperatorList,
} from './operator-list.tsx';
import { useSelection } from './selection.ts';

export type { StatusWords };

/** Filters that every list of customers' resources has, in the address of the page. */
export interface ResourceSearch extends OperatorSearch {
  readonly account?: string;
}

interface OfAccount {
  readonly account_id: number;
  readonly account_name: string;
}

interface Owned extends OfAccount {
  readonly id: number;
}

interface ResourceListProps<Row extends Owned, Search extends ResourceSearch> extends OperatorListProps<Row, Search> {
  /** Commands for several selected rows. The page of servers has its own, which uses one request. */
  readonly bulk?: readonly BulkAction[] | undefined;
}

/** List of a resource of all customers, which can be filtered by customer. */
export function ResourceList<Row extends Owned, Search extends ResourceSearch>({
  bulk,
  ...props
}: ResourceListProps<Row, Search>) {
  const { search, onSearch, resource } = props;
  const chosen = useSelection(useOperatorList<Row>(props).data?.data);
  return (
    <OperatorList
      {...props}
      selection={props.selection ?? (bulk ? chosen.selection : undefined)}
      filters={
        <>
          <AccountSelect
            label={t`Customer`}
            value={search.account}
            onChange={(account) => onSearch((before) => changeSearch<Search>(before, { account } as Partial<Search>))}
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
        </>
      }
    />
  );
}

/** Column with the customer. It is a link, unless the whole row is one. */
export function customerColumn<Row extends OfAccount>({ linked = true } = {}): Column<Row> {
  return {
    key: 'account',
    title: t`Customer`,
    card: 'line',
    render: ({ account_id, account_name }) =>
      linked ? <AccountLink id={account_id} name={account_name} /> : account_name,
  };
}

export function statusColumn<Row extends { readonly status: string }>(statuses: StatusWords): Column<Row> {
  return {
    key: 'status',
    title: t`Status`,
    width: 165,
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
