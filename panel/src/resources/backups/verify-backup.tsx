import type { Backup } from '@hostler/sdk';
import { Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTellDone } from '../../api/tell-done.ts';
import { Modal } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { useVerifyBackup } from './queries.ts';
import { texts } from './texts.ts';

/** Asks for no name, because the original is not changed. */
export function VerifyBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const verify = useVerifyBackup();
  const tellDone = useTellDone();

  function start(event: FormEvent): void {
    event.preventDefault();
    verify.mutate(backup.id, {
      onSuccess: () => {
        tellDone(texts.verifying);
        onClose();
      },
    });
  }

  return (
    <Modal opened onClose={onClose} title={texts.verifyTitle(backup.name)}>
      <form onSubmit={start}>
        <Stack gap="md">
          <Text>{texts.verifyText}</Text>
          {verify.error ? <Failure error={verify.error} title={texts.verifyFailed} /> : null}
          <FormEnd
            call={() => ({ operation: 'backups.verify', input: { id: backup.id } })}
            action={texts.verify}
            pending={verify.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
