import { t } from '@lingui/core/macro';
import { FileInput, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { toBase64 } from '#parts/base64.ts';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useImport } from './queries.ts';
import { texts } from './texts.ts';

const MOST_BYTES = 24 * 1024 * 1024;

/** Sends a statement of the bank to the server, which matches its lines. */
export function ImportStatement({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [account, setAccount] = useState('');
  const imports = useImport();
  const isTooLarge = file !== null && file.size > MOST_BYTES;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file || isTooLarge) return;
    imports.mutate(
      { file: await toBase64(file), account: account.trim() || undefined },
      {
        onSuccess: ({ lines, matched, unmatched, held, again }) => {
          notifications.show({ message: texts.imported(lines, matched, unmatched + held, again), autoClose: 15_000 });
          onClose();
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={texts.importTitle}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <Text>{texts.importText}</Text>
          <FileInput
            label={texts.file}
            placeholder={texts.chooseFile}
            accept=".xml,.csv,.txt,text/xml,text/csv"
            value={file}
            onChange={setFile}
            error={isTooLarge ? texts.tooLarge : undefined}
          />
          <TextInput
            label={texts.ownAccount}
            description={texts.ownAccountText}
            value={account}
            onChange={({ currentTarget }) => setAccount(currentTarget.value)}
          />
          {imports.error ? <Failure error={imports.error} title={t`The file was not imported`} /> : null}
          <OperatorFormEnd action={texts.importAction} pending={imports.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
