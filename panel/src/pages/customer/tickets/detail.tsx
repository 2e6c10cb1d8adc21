import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLock } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { NotFound } from '../../../app/not-found.tsx';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { readFailure } from '../../../requests/failure.ts';
import { MessageEntry, Thread } from '../../../resources/tickets/thread.tsx';
import { TicketStatus } from '../../../resources/tickets/ticket-status.tsx';
import { useMay } from '../../../session/place-context.tsx';
import classes from './detail.module.css';
import { useCloseTicket, useThread } from './queries.ts';
import { ReplyForm } from './reply-form.tsx';
import { PRIORITIES, texts } from './texts.ts';

const route = getRouteApi('/frame/tickets/$id');

export function TicketPage() {
  const id = Number(route.useParams().id);
  const thread = useThread(id);
  const may = useMay();
  const [closing, confirm] = useDisclosure(false);
  const ticket = thread.data?.pages[0];
  if (thread.error && !ticket) {
    if (readFailure(thread.error).code === 'NOT_FOUND') return <NotFound />;
    return <Failure error={thread.error} retrying={thread.isFetching} onRetry={() => void thread.refetch()} />;
  }
  const messages = thread.data?.pages.toReversed().flatMap((part) => part.messages);
  const open = ticket !== undefined && ticket.status !== 'closed';
  return (
    <div className={classes.page}>
      <Anchor component={Link} to="/tickets" size="sm" className={classes.back}>
        {texts.title}
      </Anchor>
      <PageTitle
        title={ticket?.subject ?? t`Ticket ${id}`}
        description={
          ticket && (
            <Group gap="4px 16px" component="span">
              <TicketStatus status={ticket.status} />
              <span>#{ticket.id}</span>
              <span>
                <Trans>{PRIORITIES[ticket.priority]} priority</Trans>
              </span>
              <span className={classes.department}>{ticket.department}</span>
              <span>
                <Trans>
                  opened <Moment at={ticket.created_at} />
                </Trans>
              </span>
            </Group>
          )
        }
      >
        {open && may('tickets.write') && (
          <Button variant="default" onClick={confirm.open}>
            {texts.close}
          </Button>
        )}
      </PageTitle>
      <Stack gap="md">
        <Thread
          hasEarlier={thread.hasNextPage}
          loadingEarlier={thread.isFetchingNextPage}
          onEarlier={() => void thread.fetchNextPage()}
        >
          {messages?.map((message) => (
            <MessageEntry key={message.id} message={message} staff={texts.support} />
          ))}
        </Thread>
        {ticket?.status === 'closed' && (
          <Alert color="gray" variant="light" icon={<IconLock size={18} />}>
            {texts.closed}
          </Alert>
        )}
        {open && may('tickets.write') && (
          <Paper withBorder p="md">
            <ReplyForm ticketId={id} />
          </Paper>
        )}
      </Stack>
      <CloseDialog id={id} opened={closing} onClose={confirm.close} />
    </div>
  );
}

function CloseDialog({ id, opened, onClose }: { id: number; opened: boolean; onClose: () => void }) {
  const close = useCloseTicket(id);
  return (
    <Modal opened={opened} onClose={onClose} title={texts.closeTitle}>
      <Stack gap="md">
        <Text>{texts.closeText}</Text>
        {close.error ? <Failure error={close.error} title={t`The ticket was not closed`} /> : null}
        <Group justify="space-between">
          <CodeCorner call={() => ({ operation: 'tickets.close', input: { id } })} />
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              data-autofocus
              loading={close.isPending}
              onClick={() => close.mutate(undefined, { onSuccess: onClose })}
            >
              {texts.close}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
