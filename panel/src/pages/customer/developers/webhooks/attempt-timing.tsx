import type { DeliveryAttempt } from '@hostler/sdk';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { formatDuration } from '#parts/numbers.ts';
import classes from './attempt-timing.module.css';
import { isDelivered } from './failing.ts';

/** Timeout of an attempt. */
const LIMIT_MS = 15_000;

/** Shows the response time relative to the timeout, on a logarithmic scale to distinguish short times. */
export function AttemptTiming({ attempt }: { attempt: DeliveryAttempt }) {
  const { duration_ms: ms } = attempt;
  const share = Math.min(1, Math.log10(1 + ms) / Math.log10(1 + LIMIT_MS));
  return (
    <div className={classes.timing}>
      <svg className={classes.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className={classes.track} width="100" height="6" rx="3" />
        <rect
          className={classes.fill}
          data-good={isDelivered(attempt) || undefined}
          width={Math.max(1, share * 100)}
          height="6"
          rx="3"
        />
      </svg>
      <Text size="xs" c="dimmed" className={classes.words}>
        <Trans>{formatDuration(ms)} of 15 s</Trans>
      </Text>
    </div>
  );
}
