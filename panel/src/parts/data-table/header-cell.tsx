import { rem, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Column } from './columns.ts';
import classes from './data-table.module.css';
import { directionOf, type Sorting, turnOrder } from './order.ts';

const ICONS = { ascending: IconArrowUp, descending: IconArrowDown };

interface HeaderCellProps<Row> {
  readonly column: Column<Row>;
  readonly sorting: Sorting | undefined;
}

/** Header of a column; a button if the list can be sorted by it. */
export function HeaderCell<Row>({ column, sorting }: HeaderCellProps<Row>) {
  const { title, width, align, from, sortBy } = column;
  const cell = { scope: 'col', 'data-align': align, 'data-from': from, style: { width: rem(width) } } as const;
  if (!sorting || sortBy === undefined) return <th {...cell}>{title}</th>;
  const direction = directionOf(sorting.value, sortBy);
  const Icon = direction && ICONS[direction];
  return (
    <th {...cell} aria-sort={direction ?? 'none'}>
      <UnstyledButton className={classes.sort} onClick={() => sorting.onChange(turnOrder(sorting.value, sortBy))}>
        <span>{title}</span>
        {Icon && <Icon size={14} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}
