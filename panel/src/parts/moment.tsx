import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { usePreferences } from '../session/preferences.ts';
import classes from './figure.module.css';
import { formatExact, formatRelative } from './times.ts';

interface MomentProps {
  readonly at: string | null | undefined;
  /** The exact time on the page and the relative one on hover: for logs, where the order matters more than the age. */
  readonly exact?: boolean;
  /** Instead of a dash, where there is no time. */
  readonly never?: string;
}

/** `3 minutes ago`, with the exact time on hover in the viewer's zone. */
export function Moment({ at, exact = false, never = '–' }: MomentProps) {
  const { timeZone } = usePreferences();
  const now = useMinutes();
  if (!at) return <span className={classes.none}>{never}</span>;
  const relative = formatRelative(at, now);
  const absolute = formatExact(at, timeZone);
  return (
    <Tooltip label={exact ? relative : absolute}>
      <time dateTime={at} className={classes.figure}>
        {exact ? absolute : relative}
      </time>
    </Tooltip>
  );
}

const EVERY_MS = 20_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times on a page. */
function useMinutes(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, EVERY_MS);
  if (Date.now() - now > 1_000) now = Date.now();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
