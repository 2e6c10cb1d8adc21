import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { OperatorCode } from '#operator/operator-code.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import type { Draft } from './draft.ts';
import { useCloseTicket } from './queries.ts';
import { texts } from './texts.ts';

interface CloseTicketProps {
  readonly id: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Text that is sent before closing. */
  readonly reply: Draft;
  readonly lastRead: number | undefined;
}

export function CloseTicket({ id, opened, onClose, reply, lastRead }: CloseTicketProps) {
  const close = useCloseTicket(id);
  const message = reply.text.trim() === '' ? undefined : reply.text;
  const input = { message, last_message_id: lastRead };
  return (
    <Modal opened={opened} onClose={onClose} title={texts.closeTitle}>
      <Stack gap="md">
        <Text>{message === undefined ? texts.closeText : `${texts.closeWithReply} ${texts.closeText}`}</Text>
        {close.error ? <Failure error={close.error} title={texts.notClosed} /> : null}
        <Group justify="space-between">
          <OperatorCode call={() => ({ method: 'POST', path: '/tickets/close', query: { id }, body: input })} />
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              data-autofocus
              loading={close.isPending}
              onClick={() =>
                close.mutate(input, {
                  onSuccess: () => {
                    if (message !== undefined) reply.clear(message);
                    onClose();
                  },
                })
              }
            >
              {texts.close}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
