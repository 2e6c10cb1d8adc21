import { Tooltip } from '@mantine/core';
import { usePreferences } from '../../parts/preferences.ts';
import { formatDate, formatExact } from '../../parts/times.ts';

/** Shows an absolute date: `Renews 15 Dec 2026`. */
export function Day({ at, before }: { at: string; before?: string }) {
  const { timeZone } = usePreferences();
  return (
    <Tooltip label={formatExact(at, timeZone)}>
      <time dateTime={at}>
        {before && `${before} `}
        {formatDate(at, timeZone)}
      </time>
    </Tooltip>
  );
}
