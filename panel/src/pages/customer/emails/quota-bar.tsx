import type { Mailbox } from '@hostler/sdk';
import { Progress, Text } from '@mantine/core';
import { formatBytes } from '../../../parts/numbers.ts';
import classes from './quota-bar.module.css';
import { texts } from './texts.ts';

const NEARLY_FULL = 90;

/** Shows the used space of a mailbox as text and bar. */
export function QuotaBar({ used_mb, quota_mb }: Pick<Mailbox, 'used_mb' | 'quota_mb'>) {
  const percent = Math.min(100, (used_mb / quota_mb) * 100);
  const words = texts.usedOf(formatMebibytes(used_mb), formatMebibytes(quota_mb));
  return (
    <span className={classes.quota}>
      <Progress
        value={percent}
        size={6}
        className={classes.bar}
        color={percent >= 100 ? 'var(--panel-bad)' : percent >= NEARLY_FULL ? 'var(--panel-wait)' : 'brand'}
        aria-label={words}
      />
      <Text span inherit className={classes.words}>
        {words}
      </Text>
    </span>
  );
}

export function formatMebibytes(count: number): string {
  return formatBytes(count * 1024 ** 2);
}
