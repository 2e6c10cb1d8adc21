import type { ReactNode } from 'react';
import classes from './summary.module.css';

/** Shows the most important fields of a record in cells, the name above its value. Empty values are left out. */
export function Summary({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.summary}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== false)
        .map(([name, value]) => (
          <div key={name} className={classes.cell}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
