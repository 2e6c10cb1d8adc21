import { t } from '@lingui/core/macro';
import { Alert, Stack, Text } from '@mantine/core';
import { Copyable } from '#parts/copyable.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Moment } from '#parts/moment.tsx';
import { formatDuration } from '#parts/numbers.ts';
import { explainError } from './explain.ts';
import type { LoggedRequest } from './queries.ts';
import { RequestResult } from './request-result.tsx';
import { texts } from './texts.ts';

/** Shows one request and, if it failed, the meaning of the error and what to do. */
export function RequestDrawer({ request, onClose }: { request: LoggedRequest | null; onClose: () => void }) {
  return (
    <Drawer opened={request !== null} onClose={onClose} title={texts.request} size="lg">
      {request && (
        <Stack gap="md">
          <Copyable value={`${request.method} ${request.path}`} what={t`path`} />
          <Explained code={request.error_code} />
          <Facts
            facts={[
              [texts.result, <RequestResult key="result" request={request} />],
              [texts.when, <Moment key="at" at={request.at} exact />],
              [texts.took, formatDuration(request.duration_ms)],
              [texts.by, request.key?.name ?? request.person?.name],
              [texts.from, <Copyable key="from" value={request.address} what={t`address`} />],
              [texts.environment, texts[request.environment]],
              [texts.requestId, <Copyable key="id" value={request.request_id} what={t`request ID`} />],
            ]}
          />
        </Stack>
      )}
    </Drawer>
  );
}

function Explained({ code }: { code: string | null }) {
  const explanation = code === null ? undefined : explainError(code);
  if (!explanation) return null;
  return (
    <Alert color="amber" variant="light" title={code}>
      <Text>{explanation.meaning}</Text>
      <Text mt={6}>
        <b>{texts.todo}:</b> {explanation.todo}
      </Text>
    </Alert>
  );
}
