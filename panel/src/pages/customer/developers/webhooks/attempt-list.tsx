import type { DeliveryAttempt } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { UnstyledButton } from '@mantine/core';
import { Moment } from '#parts/moment.tsx';
import { formatDuration } from '#parts/numbers.ts';
import { Status } from '#parts/status.tsx';
import classes from './attempt-list.module.css';
import { isDelivered } from './failing.ts';

interface AttemptListProps {
  readonly attempts: readonly DeliveryAttempt[];
  readonly chosen: DeliveryAttempt | undefined;
  readonly onChoose: (index: number) => void;
}

/** Lists the attempts, newest first: the newest determines the status. */
export function AttemptList({ attempts, chosen, onChoose }: AttemptListProps) {
  return (
    <ol className={classes.list} reversed>
      {attempts
        .map((attempt, index) => ({ attempt, index }))
        .reverse()
        .map(({ attempt, index }) => (
          <li key={attempt.attempted_at + String(index)}>
            <UnstyledButton
              className={classes.attempt}
              aria-pressed={attempt === chosen}
              onClick={() => onChoose(index)}
            >
              <Status tone={isDelivered(attempt) ? 'good' : 'bad'}>{nameOf(attempt)}</Status>
              <span className={classes.when}>
                <Moment at={attempt.attempted_at} exact />
              </span>
              <span className={classes.took}>{formatDuration(attempt.duration_ms)}</span>
            </UnstyledButton>
          </li>
        ))}
    </ol>
  );
}

function nameOf({ status_code, error }: DeliveryAttempt): string {
  return status_code === null ? (error?.kind ?? t`no answer`) : String(status_code);
}
