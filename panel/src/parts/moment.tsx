import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import classes from './figure.module.css';
import { usePreferences } from './preferences.ts';
import { formatExact, formatRelative } from './times.ts';

interface MomentProps {
  readonly at: string | null | undefined;
  /** Shows the exact time and the relative one on hover: in logs the order matters more than the age. */
  readonly exact?: boolean;
  /** Text if there is no time; a dash by default. */
  readonly never?: string;
}

/** Shows `3 minutes ago`, with the exact time in the viewer's zone on hover. */
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

/** Shared clock of all times on a page, updated every minute. */
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
