import { Button, Checkbox, Group, MultiSelect, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { CodeArea } from '#parts/code-area.tsx';
import { Failure } from '#parts/failure.tsx';
import { useMay, usePlace } from '#session/place-context.tsx';
import { joinLines, listLines, splitLines } from './key-lines.ts';
import { useAddSshKeys, useAllSshKeys } from './queries.ts';
import { texts } from './texts.ts';

/** Keys that a server can have. */
const MAX_KEYS = 50;

interface SshKeysFieldProps {
  /** Label of the text field for keys that are not kept in the account. */
  readonly label: string;
  readonly hint: string;
  /** Public keys, one per line. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly autoFocus?: boolean;
  /** If the form adds typed keys to the account itself: whether it does. Otherwise a button adds them. */
  readonly saving?: { readonly checked: boolean; readonly onChange: (checked: boolean) => void };
  readonly onBlur?: () => void;
  readonly onFocus?: () => void;
}

/** Field for SSH keys: those of the account to choose from, and a text field for others, which can be saved there. */
export function SshKeysField({ label, hint, value, onChange, error, autoFocus, saving, ...events }: SshKeysFieldProps) {
  const may = useMay();
  const { place } = usePlace();
  const keys = useAllSshKeys(may('hosting.read')).data ?? [];
  const save = useAddSshKeys();
  const { chosen, typed } = splitLines(value, keys);
  const change = (next: string) => {
    save.reset();
    onChange(next);
  };
  const saveTyped = () =>
    save.mutate(listLines(typed), {
      onSuccess: (saved) => {
        const isSimulated = place.environment === 'test';
        notifications.show({ message: isSimulated ? texts.simulated : texts.saved });
        if (!isSimulated) change(joinLines({ typed: '', chosen: [...chosen, ...saved.map((key) => key.public_key)] }));
      },
    });
  return (
    <Stack gap="xs">
      {keys.length > 0 && (
        <MultiSelect
          label={texts.fromAccount}
          description={texts.chooseHint}
          data={keys.map(({ public_key, name }) => ({ value: public_key, label: name }))}
          maxValues={MAX_KEYS}
          searchable
          hidePickedOptions
          value={[...chosen]}
          onChange={(next) => change(joinLines({ typed, chosen: next }))}
        />
      )}
      <CodeArea
        label={label}
        description={hint}
        minRows={2}
        maxLength={65_536}
        value={typed}
        error={error}
        {...(autoFocus && { 'data-autofocus': true })}
        {...events}
        onChange={({ currentTarget }) => change(joinLines({ typed: currentTarget.value, chosen }))}
      />
      {save.error ? <Failure error={save.error} title={texts.notSaved} /> : null}
      {saving && (
        <Checkbox
          label={texts.saveNew}
          checked={saving.checked}
          onChange={({ currentTarget }) => saving.onChange(currentTarget.checked)}
        />
      )}
      {!saving && may('hosting.write') && may('hosting.read') && typed.trim() !== '' && (
        <Group>
          <Button variant="default" size="xs" loading={save.isPending} onClick={saveTyped}>
            {texts.save}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
