import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { readFailure } from '../../../requests/failure.ts';
import { useChangeSshKeys, useSshKeys } from '../../../resources/servers/queries.ts';
import { texts } from '../../../resources/servers/texts.ts';
import { listLines } from '../../../resources/ssh-keys/key-lines.ts';
import { SshKeysField } from '../../../resources/ssh-keys/ssh-keys-field.tsx';

interface AddSshKeyProps {
  readonly id: number;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function AddSshKey({ id, opened, onClose }: AddSshKeyProps) {
  const [typed, setTyped] = useState('');
  const { data } = useSshKeys(id);
  const change = useChangeSshKeys(id);
  const lines = listLines(typed);
  const problem = change.error ? readFailure(change.error).details[0]?.message : undefined;
  const send = () =>
    change.mutate((keys) => [...keys, ...lines], {
      onSuccess: () => {
        setTyped('');
        onClose();
      },
    });
  return (
    <Modal opened={opened} onClose={onClose} title={texts.addKeyTitle} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="md">
          <SshKeysField
            label={texts.publicKey}
            hint={texts.publicKeyHint}
            autoFocus
            value={typed}
            error={problem && t`This ${problem}`}
            onChange={(next) => {
              setTyped(next);
              change.reset();
            }}
          />
          {change.error && !problem ? <Failure error={change.error} title={texts.notAdded} /> : null}
          <Group justify="space-between">
            <CodeCorner
              call={() => ({
                operation: 'hosting.access',
                input: { id, ssh_keys: [...(data?.ssh_keys ?? []), ...lines] },
              })}
            />
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" loading={change.isPending} disabled={lines.length === 0}>
                {texts.addKey}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
