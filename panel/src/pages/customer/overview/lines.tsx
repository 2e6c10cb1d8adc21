import { Skeleton, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TableQuery } from '../../../parts/data-table/data-table.tsx';
import { Failure } from '../../../parts/failure.tsx';
import classes from './overview.module.css';

interface LinesProps<Item> {
  readonly query: TableQuery;
  readonly items: readonly Item[] | undefined;
  readonly empty: ReactNode;
  readonly keyOf: (item: Item) => number;
  readonly linkOf: (item: Item) => LinkProps;
  readonly render: (item: Item) => ReactNode;
}

/** Short list of links. */
export function Lines<Item>({ query, items, empty, keyOf, linkOf, render }: LinesProps<Item>) {
  if (query.error && !items) {
    return (
      <div className={classes.padded}>
        <Failure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  if (items?.length === 0) {
    return (
      <Text c="dimmed" component="div" className={classes.padded}>
        {empty}
      </Text>
    );
  }
  return (
    <ul className={classes.lines}>
      {items
        ? items.map((item) => (
            <li key={keyOf(item)}>
              <Link {...linkOf(item)} className={classes.line}>
                {render(item)}
              </Link>
            </li>
          ))
        : [1, 2, 3].map((key) => (
            <li key={key} className={classes.line} aria-hidden="true">
              <Skeleton height={12} width={key === 2 ? '45%' : '60%'} my={5} />
            </li>
          ))}
    </ul>
  );
}
