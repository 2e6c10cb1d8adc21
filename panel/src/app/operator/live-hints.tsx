import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToStream } from '../../api/hints.ts';
import { OPERATOR_PREFIX } from '../../operator/operator-api.ts';

/** Keeps the data of the console up to date while it is open. */
export function ConsoleHints() {
  const client = useQueryClient();
  useEffect(
    () =>
      listenToStream(
        {
          url: `${OPERATOR_PREFIX}/stream`,
          resourceOf: ([api, resource]) => (api === 'operator' ? String(resource) : null),
          // Reload all data: the roles are among it, and a refused request asks the person to sign in again.
          onEnd: () => void client.invalidateQueries({ queryKey: ['operator'] }),
        },
        client,
      ),
    [client],
  );
  return null;
}
