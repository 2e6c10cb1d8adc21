import type { MonitoringCheck } from '@hostler/sdk';
import { Menu } from '@mantine/core';
import { usePauseCheck } from './queries.ts';
import { texts } from './texts.ts';

interface CheckMenuProps {
  readonly check: MonitoringCheck;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** Items of a check's ⋯ menu. */
export function CheckMenu({ check: { id, status }, onEdit, onRemove }: CheckMenuProps) {
  const pause = usePauseCheck();
  const isPaused = status === 'paused';
  return (
    <>
      <Menu.Item onClick={onEdit}>{texts.edit}</Menu.Item>
      <Menu.Item onClick={() => pause.mutate({ id, status: isPaused ? 'active' : 'paused' })}>
        {isPaused ? texts.resume : texts.pause}
      </Menu.Item>
      <Menu.Item color="red" onClick={onRemove}>
        {texts.remove}
      </Menu.Item>
    </>
  );
}
