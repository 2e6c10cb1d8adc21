import type { Backup } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { ConfirmRequest } from '../../api/confirm-request.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useRestoreBackup } from './queries.ts';
import { useResourceName } from './resource.ts';
import { texts } from './texts.ts';

/** Asks for the name of the server or database that will be overwritten. */
export function RestoreBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const name = useResourceName(backup.resource);
  return (
    <ConfirmRequest
      operation="backups.restore"
      id={backup.id}
      request={useRestoreBackup()}
      title={texts.restoreTitle(name)}
      name={name}
      action={texts.restoreVerb}
      done={texts.restoring}
      onClose={onClose}
    >
      <Text>{texts.restoreText(name)}</Text>
      <Text>
        {texts.restoreAge} <Moment at={backup.created_at} exact />.
      </Text>
    </ConfirmRequest>
  );
}
