import { Skeleton } from '@mantine/core';
import classes from './records.module.css';

const ROWS = ['a', 'b', 'c', 'd'];

export function RecordsSkeleton() {
  return (
    <div className={classes.records} aria-hidden="true">
      <div className={classes.head} />
      {ROWS.map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={12} width={60} />
          <Skeleton height={12} width={40} />
          <Skeleton height={12} width="60%" />
          <Skeleton height={12} width={40} />
          <span />
        </div>
      ))}
    </div>
  );
}
