import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { useChangeSshKeys } from '../../../resources/servers/queries.ts';
import { texts } from '../../../resources/servers/texts.ts';
import type { SshKey } from './ssh-key.ts';

interface RemoveSshKeyProps {
  readonly id: number;
  readonly sshKey: SshKey | null;
  /** Current number of keys. */
  readonly count: number;
  readonly onClose: () => void;
}

export function RemoveSshKey({ id, sshKey, count, onClose }: RemoveSshKeyProps) {
  const change = useChangeSshKeys(id);
  const remove = () => change.mutate((keys) => keys.filter((key) => key !== sshKey?.line), { onSuccess: onClose });
  return (
    <Modal
      opened={sshKey !== null}
      onClose={onClose}
      title={texts.removeKeyTitle(sshKey?.comment || sshKey?.type || '')}
    >
      <Stack gap="md">
        <Text>{texts.removeKeyText(count - 1)}</Text>
        {change.error ? <Failure error={change.error} title={texts.notRemoved} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button color="red" loading={change.isPending} onClick={remove}>
            {texts.removeKey}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
