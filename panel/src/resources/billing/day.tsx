import { Tooltip } from '@mantine/core';
import { formatDate, formatExact } from '../../parts/times.ts';
import { brand } from '../../theme/brand.ts';

interface DayProps {
  readonly at: string;
  /** A sentence with the date: `Renews 15 Dec 2026`. */
  readonly say?: (day: string) => string;
}

/** Shows a date that decides about money, in the time zone of the seller as on invoices. */
export function Day({ at, say = (day) => day }: DayProps) {
  const { sellerTimeZone } = brand;
  return (
    <Tooltip label={formatExact(at, sellerTimeZone)}>
      <time dateTime={at}>{say(formatDate(at, sellerTimeZone))}</time>
    </Tooltip>
  );
}
