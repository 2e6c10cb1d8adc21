import { Trans } from '@lingui/react/macro';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { isCutOff, subscribeToConnection } from '../api/connection.ts';
import classes from './line.module.css';

/** Shown while the server is unreachable. */
export function OfflineLine() {
  const cutOff = useSyncExternalStore(subscribeToConnection, isCutOff);
  return (
    <div role="status">
      {cutOff && (
        <div className={`${classes.line} ${classes.quiet}`}>
          <IconPlugConnectedX size={16} aria-hidden="true" />
          <Trans>The server cannot be reached. The data shown may be outdated. Reconnecting automatically.</Trans>
        </div>
      )}
    </div>
  );
}
