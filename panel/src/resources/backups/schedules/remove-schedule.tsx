import type { BackupSchedule } from '@hostler/sdk';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { useResourceName } from '../resource.ts';
import { useRemoveSchedule } from './queries.ts';
import { texts } from './texts.ts';

/** Asks for no name, because removing a schedule deletes no data. */
export function RemoveSchedule({ schedule, onClose }: { schedule: BackupSchedule; onClose: () => void }) {
  const name = useResourceName(schedule.resource);
  const remove = useRemoveSchedule();
  return (
    <Modal opened onClose={onClose} title={texts.removeTitle}>
      <Stack gap="md">
        <Text>{texts.removeText(name)}</Text>
        {remove.error ? <Failure error={remove.error} title={texts.notSaved} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate(schedule.id, { onSuccess: onClose })}
          >
            {texts.remove}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
