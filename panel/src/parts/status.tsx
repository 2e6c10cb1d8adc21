import type { ReactNode } from 'react';
import classes from './status.module.css';

export type Tone = 'good' | 'idle' | 'wait' | 'bad';

/** Shows a status as a dot and a word: colour alone must not carry it. */
export function Status({ tone, children, busy = false }: { tone: Tone; children: ReactNode; busy?: boolean }) {
  return (
    <span className={classes.status} data-tone={tone}>
      <span className={classes.dot} data-busy={busy || undefined} aria-hidden="true" />
      {children}
    </span>
  );
}
