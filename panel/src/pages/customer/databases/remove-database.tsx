import type { Database } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { ConfirmRequest } from '../../../api/confirm-request.tsx';
import { formatBytes } from '../../../parts/numbers.ts';
import { useCompletedCount } from '../../../resources/backups/queries.ts';
import { useMay } from '../../../session/place-context.tsx';
import { useRemoveDatabase } from './queries.ts';
import { texts } from './texts.ts';

export function RemoveDatabase({ database, onClose }: { database: Database; onClose: () => void }) {
  const { id, name, size_bytes } = database;
  const may = useMay();
  const { data: backups } = useCompletedCount({ database_id: id }, may('backups.read'));
  return (
    <ConfirmRequest
      operation="databases.remove"
      id={id}
      request={useRemoveDatabase()}
      title={texts.removeTitle(name)}
      name={name}
      action={texts.remove}
      done={texts.removed(name)}
      onClose={onClose}
    >
      <Text>{texts.removeText(formatBytes(size_bytes), backups ?? null)}</Text>
    </ConfirmRequest>
  );
}
