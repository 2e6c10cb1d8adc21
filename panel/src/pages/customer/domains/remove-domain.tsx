import type { Domain } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTellDone } from '../../../api/tell-done.ts';
import { ConfirmByName } from '../../../parts/confirm-by-name.tsx';
import { useRecords, useRemoveDomain } from '../../../resources/domains/queries.ts';
import { texts } from './texts.ts';

interface RemoveDomainProps {
  readonly domain: Domain;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function RemoveDomain({ domain: { id, domain, mailboxes }, opened, onClose }: RemoveDomainProps) {
  const tellDone = useTellDone();
  const navigate = useNavigate();
  const remove = useRemoveDomain(id);
  const { data } = useRecords(id);
  const managed = data?.records.filter((record) => record.managed).length ?? 0;
  const own = (data?.records.length ?? 0) - managed;
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        tellDone(texts.removed(domain));
        void navigate({ to: '/domains' });
      },
    });
  return (
    <ConfirmByName
      opened={opened}
      onClose={onClose}
      title={texts.removeTitle(domain)}
      name={domain}
      action={texts.remove}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
    >
      <Text>{texts.removeText(own, managed)}</Text>
      {mailboxes > 0 && <Text mt="xs">{texts.removeMailboxes(mailboxes)}</Text>}
    </ConfirmByName>
  );
}
