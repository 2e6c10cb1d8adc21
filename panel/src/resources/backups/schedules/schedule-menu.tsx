import type { BackupSchedule } from '@hostler/sdk';
import { Menu } from '@mantine/core';
import { usePauseSchedule } from './queries.ts';
import { texts } from './texts.ts';

interface ScheduleMenuProps {
  readonly schedule: BackupSchedule;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** Items of a schedule's ⋯ menu. */
export function ScheduleMenu({ schedule: { id, status }, onEdit, onRemove }: ScheduleMenuProps) {
  const pause = usePauseSchedule();
  return (
    <>
      <Menu.Item onClick={onEdit}>{texts.edit}</Menu.Item>
      <Menu.Item onClick={() => pause.mutate({ id, status: status === 'active' ? 'paused' : 'active' })}>
        {status === 'active' ? texts.pause : texts.resume}
      </Menu.Item>
      <Menu.Item color="red" onClick={onRemove}>
        {texts.remove}
      </Menu.Item>
    </>
  );
}
