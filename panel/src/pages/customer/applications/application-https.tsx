import type { Application } from '@hostler/sdk';
import { Stack, Text } from '@mantine/core';
import { Moment } from '../../../parts/moment.tsx';
import { texts } from '../../../resources/applications/texts.ts';

interface ApplicationHttpsProps {
  readonly https: NonNullable<Application['https']>;
}

/** State of the certificate: until when it is valid, or why it is missing and when the next attempt is. */
export function ApplicationHttps({ https: { status, expires_at, error, next_attempt_at } }: ApplicationHttpsProps) {
  const ready = error === null ? texts.httpsReady : texts.httpsNotRenewed;
  return (
    <Stack gap={2}>
      <span>{status === 'ready' ? ready : texts.httpsPending}</span>
      {error && (
        <Text span inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
      {expires_at && (
        <span>
          {texts.httpsExpires} <Moment at={expires_at} />
        </span>
      )}
      {(status === 'pending' || error) && next_attempt_at && (
        <span>
          {texts.httpsNext} <Moment at={next_attempt_at} />
        </span>
      )}
    </Stack>
  );
}
