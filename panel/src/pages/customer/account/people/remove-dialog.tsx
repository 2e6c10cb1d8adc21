import { Button, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { type Entry, usePerson, useRemove } from './queries.ts';
import { texts } from './texts.ts';

/** Lists what a person loses before they are removed; an invitation is only withdrawn. */
export function RemoveDialog({ entry, onClose }: { entry: Entry | null; onClose: () => void }) {
  const title = entry && (entry.id === null ? texts.withdrawTitle(entry.email) : texts.removeTitle(nameOf(entry)));
  return (
    <Modal opened={entry !== null} onClose={onClose} title={title}>
      {entry && <RemoveQuestion entry={entry} onDone={onClose} />}
    </Modal>
  );
}

function RemoveQuestion({ entry, onDone }: { entry: Entry; onDone: () => void }) {
  const [failure, setFailure] = useState<unknown>(null);
  const invited = entry.id === null;
  const remove = useRemove({
    onSuccess: ({ keys_ended }) => {
      notifications.show({ message: texts.removed(nameOf(entry), keys_ended.length), withBorder: true });
      onDone();
    },
    onError: setFailure,
  });
  function go(): void {
    if (entry.id !== null) remove.mutate({ id: entry.id });
    else if (entry.invitation_id !== null) remove.mutate({ invitation_id: entry.invitation_id });
  }
  return (
    <Stack>
      <Text>{invited ? texts.withdrawText : texts.removeText}</Text>
      {entry.id !== null && <KeysThatEnd id={entry.id} />}
      {failure ? <Failure error={failure} title={texts.notSaved} /> : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={go} data-real>
          {invited ? texts.withdraw : texts.remove}
        </Button>
      </Group>
    </Stack>
  );
}

function KeysThatEnd({ id }: { id: number }) {
  const { data, error, refetch } = usePerson(id);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={20} />;
  return (
    <div>
      <Text>{texts.keysEnd(data.keys.length)}</Text>
      <List mt={4}>
        {data.keys.map(({ id: key, name }) => (
          <List.Item key={key}>{name}</List.Item>
        ))}
      </List>
    </div>
  );
}

function nameOf({ name, email }: Entry): string {
  return name || email;
}
