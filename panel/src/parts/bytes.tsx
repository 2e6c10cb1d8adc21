import { t } from '@lingui/core/macro';
import classes from './figure.module.css';
import { formatBytes, formatNumber } from './numbers.ts';

/** Shows a size, with the exact number on hover. */
export function Bytes({ value }: { value: number | null }) {
  if (value === null) return <span className={classes.none}>–</span>;
  return (
    <span className={classes.figure} title={t`${formatNumber(value)} bytes`}>
      {formatBytes(value)}
    </span>
  );
}
