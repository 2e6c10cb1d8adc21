import type { MonitoringCheck } from '@hostler/sdk';
import { ConfirmByName } from '#parts/confirm-by-name.tsx';
import { useRemoveCheck } from './queries.ts';
import { texts } from './texts.ts';

interface RemoveCheckProps {
  readonly check: MonitoringCheck;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

export function RemoveCheck({ check: { id, name }, onClose, onRemoved }: RemoveCheckProps) {
  const remove = useRemoveCheck();
  return (
    <ConfirmByName
      opened
      title={texts.removeTitle(name)}
      name={name}
      action={texts.remove}
      pending={remove.isPending}
      error={remove.error}
      call={() => ({ operation: 'monitoring.checks.remove', input: { id } })}
      onClose={onClose}
      onConfirm={() => remove.mutate(id, { onSuccess: onRemoved })}
    >
      {texts.removeText}
    </ConfirmByName>
  );
}
