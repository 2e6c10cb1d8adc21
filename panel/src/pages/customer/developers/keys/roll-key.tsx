import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { type Key, type NewKey, useRollKey } from './queries.ts';
import { OVERLAPS, texts } from './texts.ts';

interface RollKeyProps {
  readonly apiKey: Key;
  readonly onClose: () => void;
  readonly onRolled: (key: NewKey) => void;
}

/** Replaces a key by a new one; both are valid during the overlap. */
export function RollKey({ apiKey, onClose, onRolled }: RollKeyProps) {
  const [overlap, setOverlap] = useState('86400');
  const roll = useRollKey(onRolled);
  return (
    <Modal opened onClose={onClose} title={`${texts.roll} ${apiKey.name}`}>
      <Stack gap="md">
        <Text>{texts.rollText}</Text>
        <Select
          label={texts.overlap}
          data={OVERLAPS}
          value={overlap}
          allowDeselect={false}
          onChange={(value) => setOverlap(value ?? overlap)}
        />
        {roll.error ? <Failure error={roll.error} title={t`The key was not rolled`} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            data-real
            loading={roll.isPending}
            onClick={() => roll.mutate({ id: apiKey.id, overlap_seconds: Number(overlap) })}
          >
            {texts.roll}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
