import { notifications } from '@mantine/notifications';
import { translateReturned } from '#locales/returned.ts';
import { Confirm } from '#parts/confirm.tsx';
import { type StaffAction, useCancelAction, useRetryAll } from './queries.ts';
import { texts } from './texts.ts';

export function ConfirmCancel({ action: { id }, onClose }: { action: StaffAction; onClose: () => void }) {
  const cancel = useCancelAction();
  return (
    <Confirm
      opened
      title={texts.cancelTitle}
      text={texts.cancelText}
      action={texts.cancel}
      destructive
      pending={cancel.isPending}
      onClose={onClose}
      onConfirm={() =>
        cancel.mutate(id, {
          onSuccess: () => notifications.show({ message: texts.cancelled }),
          onSettled: onClose,
        })
      }
    />
  );
}

export function ConfirmRetryAll({ error, onClose }: { error: string; onClose: () => void }) {
  const retry = useRetryAll();
  return (
    <Confirm
      opened
      title={texts.retryAllTitle}
      text={texts.retryAllText(translateReturned(error))}
      action={texts.retryAll}
      pending={retry.isPending}
      onClose={onClose}
      onConfirm={() =>
        retry.mutate(error, {
          onSuccess: ({ retried, refused, left }) =>
            notifications.show({ message: `${texts.retried(retried, refused)}${left ? ` ${texts.more}` : ''}` }),
          onSettled: onClose,
        })
      }
    />
  );
}
