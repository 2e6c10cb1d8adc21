import type { Application } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { ConfirmRequest } from '../../api/confirm-request.tsx';
import { useMay } from '../../session/place-context.tsx';
import { useCompletedCount } from '../backups/queries.ts';
import { useServerName } from '../servers/queries.ts';
import { useRemoveApplication } from './queries.ts';
import { texts } from './texts.ts';

interface RemoveApplicationProps {
  readonly application: Application;
  readonly onClose: () => void;
}

export function RemoveApplication({ application: { id, name, hosting_id }, onClose }: RemoveApplicationProps) {
  const may = useMay();
  const { data: server } = useServerName(hosting_id, may('hosting.read'));
  const { data: backups } = useCompletedCount({ hosting_id }, may('backups.read'));
  return (
    <ConfirmRequest
      operation="applications.remove"
      id={id}
      request={useRemoveApplication()}
      title={texts.removeTitle(name)}
      name={name}
      action={texts.remove}
      done={texts.removing(name)}
      onClose={onClose}
    >
      <Text>{texts.removeText(name, server?.hostname ?? `#${hosting_id}`)}</Text>
      {backups !== undefined && <Text>{texts.removeBackups(backups)}</Text>}
    </ConfirmRequest>
  );
}
