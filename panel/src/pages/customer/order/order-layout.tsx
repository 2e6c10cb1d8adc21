import type { ReactNode } from 'react';
import classes from './order-layout.module.css';

/** Shows the step and, beside it or at the bottom of a phone, the price. */
export function OrderLayout({ children, summary }: { children: ReactNode; summary: ReactNode }) {
  return (
    <div className={classes.layout}>
      <div className={classes.step}>{children}</div>
      <aside className={classes.summary}>{summary}</aside>
    </div>
  );
}
