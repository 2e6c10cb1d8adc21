import { t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { Copyable } from '../parts/copyable.tsx';
import { readFailure } from '../requests/failure.ts';
import { onUnexpectedFailure } from '../requests/query-client.ts';

const STAYS_MS = 15_000;

/** Shows a notification for failed changes that the page itself does not report. */
export function FailuresTold() {
  useEffect(() => {
    onUnexpectedFailure((error) => {
      const { message, requestId } = readFailure(error);
      notifications.show({
        color: 'red',
        autoClose: STAYS_MS,
        withBorder: true,
        title: t`The request failed`,
        message: (
          <>
            {message}
            {requestId && (
              <div>
                <Copyable value={requestId} what={t`request ID`} />
              </div>
            )}
          </>
        ),
      });
    });
  }, []);
  return null;
}
