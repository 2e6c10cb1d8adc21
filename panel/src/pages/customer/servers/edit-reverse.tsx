import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { readFailure } from '../../../requests/failure.ts';
import { type ServerAddress, useSetReverse } from '../../../resources/servers/address-queries.ts';
import { addressTexts as texts } from '../../../resources/servers/address-texts.ts';

interface EditReverseProps {
  readonly id: number;
  readonly address: ServerAddress;
  readonly onClose: () => void;
}

/** Sets the reverse name of an address. An empty field removes it. */
export function EditReverse({ id, address: { address, reverse }, onClose }: EditReverseProps) {
  const [typed, setTyped] = useState(reverse ?? '');
  const change = useSetReverse(id);
  const name = typed.trim() || null;
  const problem = change.error ? readFailure(change.error).details[0]?.message : undefined;
  return (
    <Modal opened onClose={onClose} title={texts.editTitle(address)} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ address, name }, { onSuccess: onClose });
        }}
      >
        <Stack gap="md">
          <Text>{texts.editText(address)}</Text>
          <TextInput
            label={texts.reverse}
            description={texts.nameHint}
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            maxLength={254}
            value={typed}
            error={problem && t`The name ${problem}`}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              change.reset();
            }}
          />
          {change.error && !problem ? <Failure error={change.error} title={texts.notChanged} /> : null}
          <Group justify="space-between">
            <CodeCorner call={() => ({ operation: 'hosting.addresses.reverse', input: { id, address, name } })} />
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" loading={change.isPending} disabled={name === reverse}>
                {texts.save}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
