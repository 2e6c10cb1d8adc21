import { Skeleton } from '@mantine/core';
import type { Column } from './columns.ts';
import classes from './data-table.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];
const WIDTHS = ['62%', '48%', '70%', '55%', '66%', '40%'];

interface SkeletonRowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly selectable: boolean;
  readonly withMenu: boolean;
}

/** Placeholder rows that avoid a layout shift when the data arrives. */
export function SkeletonRows<Row>({ columns, selectable, withMenu }: SkeletonRowsProps<Row>) {
  return ROWS.map((row, index) => (
    <tr key={row}>
      {selectable && <td className={classes.select} />}
      {columns.map(({ key, align, from, card }, column) => (
        <td key={key} data-align={align} data-from={from} data-card={column === 0 ? 'title' : (card ?? 'line')}>
          <Skeleton height={12} width={WIDTHS[(index + column) % WIDTHS.length] ?? '50%'} />
        </td>
      ))}
      {withMenu && <td className={classes.menu} />}
    </tr>
  ));
}
