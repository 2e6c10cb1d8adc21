import type { Action } from '@hostler/sdk';
import { Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isUnderWay } from '../../api/recent-actions.ts';
import { Moment } from '../../parts/moment.tsx';
import { Status } from '../../parts/status.tsx';
import { ActionSentence } from './action-sentence.tsx';
import { addressOf, useRecordName } from './records.ts';
import { describeAction, texts } from './texts.ts';
import classes from './tray.module.css';

const TONES = { queued: 'wait', running: 'wait', succeeded: 'good', failed: 'bad' } as const;

export function ActionLine({ action, onOpen }: { action: Action; onOpen: () => void }) {
  const name = useRecordName(action.resource);
  const underWay = isUnderWay(action);
  return (
    <Link to={addressOf(action.resource)} className={classes.line} onClick={onOpen}>
      <div className={classes.words}>
        <Text size="sm" className={classes.what}>
          <Status tone={TONES[action.status]} busy={underWay}>
            <ActionSentence action={action} name={name} />
          </Status>
        </Text>
        <Text size="xs" c="dimmed" className={classes.when}>
          {action.status === 'queued' && texts.queued}
          {action.status === 'running' && `${action.progress} %`}
          {!underWay && <Moment at={action.finished_at} />}
        </Text>
      </div>
      {underWay && <Progress value={action.progress} size={4} aria-label={describeAction(action, name)} />}
      {action.error && (
        <Text size="xs" c="red">
          {action.error.message}
        </Text>
      )}
    </Link>
  );
}
