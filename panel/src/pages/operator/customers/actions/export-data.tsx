import { Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import type { AccountArchive } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { useOperatorMutation } from '#operator/queries.ts';
import { Modal } from '#parts/dialog.tsx';
import { downloadBase64 } from '#parts/download.ts';
import { Failure } from '#parts/failure.tsx';
import { texts } from '../texts.ts';

/** Downloads everything about a customer. The customer sees the export in the audit log. */
export function ExportData({ id, onClose }: { id: number; onClose: () => void }) {
  const archive = useOperatorMutation(
    () => operatorApi.post<AccountArchive>('/accounts/export', {}, { query: { id } }),
    {
      touches: [],
      onSuccess: ({ name, content }) => {
        downloadBase64(name, content, 'application/zip');
        onClose();
      },
      onError: () => undefined,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    archive.mutate(undefined);
  };
  return (
    <Modal opened onClose={onClose} title={texts.export}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{texts.exportText}</Text>
          {archive.error ? <Failure error={archive.error} title={texts.exportFailed} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path: '/accounts/export', query: { id } })}
            action={texts.exportAction}
            pending={archive.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
