import type { ReactNode } from 'react';
import classes from './order-layout.module.css';

/** The step at the left, and at the right, or at the foot of a phone, what it costs: always in view. */
export function OrderLayout({ children, summary }: { children: ReactNode; summary: ReactNode }) {
  return (
    <div className={classes.layout}>
      <div className={classes.step}>{children}</div>
      <aside className={classes.summary}>{summary}</aside>
    </div>
  );
}
