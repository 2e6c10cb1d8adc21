import { t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';
import type { Column } from './columns.ts';
import classes from './data-table.module.css';
import { DEFAULT_ORDER, directionOf, type Sorting } from './order.ts';

interface SortSelectProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting;
}

/** Choice of the order on phones, where a list has no header. */
export function SortSelect<Row>({ columns, sorting }: SortSelectProps<Row>) {
  const options = columns.flatMap(({ title, sortBy }) =>
    sortBy === undefined
      ? []
      : [
          { value: `${sortBy} asc`, label: t`${title}, ascending` },
          { value: `${sortBy} desc`, label: t`${title}, descending` },
        ],
  );
  if (options.length === 0) return null;
  const chosen = options.find(({ value }) => {
    const [field = '', direction] = value.split(' ');
    return directionOf(sorting.value, field) === (direction === 'asc' ? 'ascending' : 'descending');
  });
  return (
    <NativeSelect
      className={classes.choice}
      aria-label={t`Sort by`}
      value={chosen?.value ?? ''}
      data={[...(chosen ? [] : [{ value: '', label: t`Newest first` }]), ...options]}
      onChange={({ currentTarget }) => {
        const [sort_by, direction] = currentTarget.value.split(' ');
        sorting.onChange(sort_by ? { sort_by, sort: direction === 'asc' ? 'asc' : undefined } : DEFAULT_ORDER);
      }}
    />
  );
}
