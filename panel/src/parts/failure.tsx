import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { GivenUp, isPassing, readFailure } from '../requests/failure.ts';
import { Copyable } from './copyable.tsx';

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  /** Failed task as a phrase: `The tickets could not be loaded`. */
  readonly title?: string;
  /** Replaces the message of the server. */
  readonly text?: string | undefined;
}

/** Shows an error with its message, the request id and a retry button. */
export function Failure({ error, onRetry, retrying = false, title = t`This could not be loaded`, text }: FailureProps) {
  // The person closed a dialog: this is no error.
  if (error instanceof GivenUp) return null;
  const { message, requestId } = readFailure(error);
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={title}>
      <Text>{text ?? message}</Text>
      {isPassing(error) && onRetry && (
        <Text c="dimmed">
          <Trans>Retrying every few seconds.</Trans>
        </Text>
      )}
      <Group mt="sm" gap="md">
        {onRetry && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={14} />}
            loading={retrying}
            onClick={onRetry}
          >
            <Trans>Try again</Trans>
          </Button>
        )}
        {requestId && (
          <Group gap={6}>
            <Text size="xs" c="dimmed">
              <Trans>Request</Trans>
            </Text>
            <Text size="xs">
              <Copyable value={requestId} what={t`request ID`} />
            </Text>
          </Group>
        )}
      </Group>
    </Alert>
  );
}
