import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { MONEY, useHasRole } from '#operator/me.ts';
import { Confirm } from '#parts/confirm.tsx';
import { Moment } from '#parts/moment.tsx';
import { useCauses } from './actions/suspend.tsx';
import classes from './detail.module.css';
import { type AccountSummary, useAccountButton } from './queries.ts';
import { CAUSES, type Cause, texts } from './texts.ts';

/** The suspension that a closed account has. */
const CLOSING_CAUSE = 'staff';
const SUSPENDED = {
  title: texts.suspendedFor as (cause: string) => string,
  end: texts.resume as string,
  endTitle: texts.resumeTitle as string,
  endText: texts.resumeText as string,
  ended: texts.resumed as string,
};
const CLOSED: typeof SUSPENDED = {
  title: () => texts.closedNotice,
  end: texts.reopen,
  endTitle: texts.reopenTitle,
  endText: texts.reopenText,
  ended: texts.reopened,
};

/** Facts that staff must know first: open suspensions, and an account that waits for approval. */
export function CustomerNotices({ account }: { account: AccountSummary }) {
  if (account.suspensions.length === 0 && account.status !== 'waiting') return null;
  return (
    <div className={classes.notices}>
      {account.status === 'waiting' && <Waiting id={account.id} />}
      {account.suspensions.map((suspension) => (
        <Suspended
          key={suspension.cause}
          id={account.id}
          suspension={suspension}
          words={account.status === 'closed' && suspension.cause === CLOSING_CAUSE ? CLOSED : SUSPENDED}
        />
      ))}
    </div>
  );
}

function Waiting({ id }: { id: number }) {
  const may = useHasRole();
  const approve = useAccountButton(id, 'approve');
  return (
    <Alert color="amber" variant="light">
      <Group justify="space-between">
        <Text>{texts.approveText}</Text>
        {may(MONEY) && (
          <Button
            size="xs"
            loading={approve.isPending}
            onClick={() => approve.mutate({}, { onSuccess: () => notifications.show({ message: texts.approved }) })}
          >
            {texts.approve}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

interface SuspendedProps {
  readonly id: number;
  readonly suspension: AccountSummary['suspensions'][number];
  readonly words: typeof SUSPENDED;
}

function Suspended({ id, suspension, words }: SuspendedProps) {
  const { cause, reason, since, by } = suspension;
  const causes = useCauses();
  const resume = useAccountButton<{ cause: string }>(id, 'resume');
  const [asks, setAsks] = useState(false);
  return (
    <Alert color="red" variant="light">
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={550}>{words.title(CAUSES[cause as Cause] ?? cause)}</Text>
          <Text size="sm">{reason}</Text>
          <Text size="sm" c="dimmed">
            {by ? (
              <Trans>
                <Moment at={since} /> by {by}
              </Trans>
            ) : (
              <Moment at={since} />
            )}
          </Text>
        </div>
        {causes.includes(cause as Cause) && (
          <Button size="xs" variant="default" onClick={() => setAsks(true)}>
            {words.end}
          </Button>
        )}
      </Group>
      <Confirm
        opened={asks}
        title={words.endTitle}
        text={words.endText}
        action={words.end}
        pending={resume.isPending}
        onClose={() => setAsks(false)}
        onConfirm={() =>
          resume.mutate(
            { cause },
            {
              onSuccess: () => notifications.show({ message: words.ended }),
              onSettled: () => setAsks(false),
            },
          )
        }
      />
    </Alert>
  );
}
