import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { readFailure } from '../../../requests/failure.ts';
import { useChangeSshKeys, useSshKeys } from '../../../resources/servers/queries.ts';
import { texts } from '../../../resources/servers/texts.ts';

interface AddSshKeyProps {
  readonly id: number;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function AddSshKey({ id, opened, onClose }: AddSshKeyProps) {
  const [typed, setTyped] = useState('');
  const { data } = useSshKeys(id);
  const change = useChangeSshKeys(id);
  const line = typed.trim();
  const problem = change.error ? readFailure(change.error).details[0]?.message : undefined;
  const send = () =>
    change.mutate((keys) => [...keys, line], {
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
          <Textarea
            label={texts.publicKey}
            description={texts.publicKeyHint}
            data-autofocus
            required
            autosize
            minRows={4}
            maxRows={8}
            spellCheck={false}
            maxLength={16_384}
            value={typed}
            error={problem && t`This ${problem}`}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              change.reset();
            }}
          />
          {change.error && !problem ? <Failure error={change.error} title={texts.notAdded} /> : null}
          <Group justify="space-between">
            <CodeCorner
              call={() => ({ operation: 'hosting.access', input: { id, ssh_keys: [...(data?.ssh_keys ?? []), line] } })}
            />
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" loading={change.isPending} disabled={line === ''}>
                {texts.addKey}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
