import { t } from '@lingui/core/macro';
import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useSandbox } from '../parts/sandbox.ts';

const SIMULATED = t`The sandbox accepted the request. Nothing was created or changed.`;

/** Tells once that a write was simulated, also if several end at the same time. */
export function tellSimulated(): void {
  notifications.show({ id: 'simulated', message: SIMULATED });
}

/** Returns a function that reports a change as done. In the sandbox, `useApiMutation` reports that it was simulated. */
export function useTellDone(): (message: string) => void {
  const isSandbox = useSandbox();
  return useCallback(
    (message) => {
      if (!isSandbox) notifications.show({ message });
    },
    [isSandbox],
  );
}
