import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Alert, Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconLock } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { NoPage } from '#app/operator/no-page.tsx';
import { PathLink } from '#operator/path-link.tsx';
import { Failure } from '#parts/failure.tsx';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { readFailure } from '#requests/failure.ts';
import { toSearch } from '#session/session-client.ts';
import { Beside } from './beside.tsx';
import { CloseTicket } from './close-ticket.tsx';
import { Composer, type Mode } from './composer.tsx';
import classes from './detail.module.css';
import { useDraft } from './draft.ts';
import { Handling } from './handling.tsx';
import { useKeys } from './keys.ts';
import { useThread, useTickets, useWatch } from './queries.ts';
import { texts } from './texts.ts';
import { TicketStatus } from './ticket-status.tsx';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/operator/tickets/$id');

export function TicketPage() {
  const id = Number(route.useParams().id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const thread = useThread(id);
  const list = useTickets(search);
  const [closing, confirm] = useDisclosure(false);
  const [mode, setMode] = useState<Mode>('reply');
  const reply = useDraft('reply', id);
  const note = useDraft('note', id);
  const field = useRef<HTMLTextAreaElement>(null);
  const assignField = useRef<HTMLInputElement>(null);
  const ticket = thread.data?.pages[0];
  const newest = ticket?.messages.at(-1)?.id;
  const { lastRead, isChanged, markRead } = useLastRead(newest, reply.text !== '');
  useNewMessages(id, newest, () => void thread.refetch());

  const closed = ticket?.status === 'closed';
  const at = list.data?.data.findIndex((one) => one.id === id) ?? -1;
  const [previous, next] = [list.data?.data[at - 1], list.data?.data[at + 1]];
  const open = (found: { id: number } | undefined) => {
    if (found && found.id !== id)
      void navigate({ to: '/operator/tickets/$id', params: { id: String(found.id) }, search });
  };
  const write = (what: Mode) => {
    setMode(closed ? 'note' : what);
    // The field is rendered with its new label first.
    requestAnimationFrame(() => field.current?.focus());
  };
  useKeys({
    j: () => open(next),
    k: () => open(previous),
    r: () => write('reply'),
    n: () => write('note'),
    a: () => assignField.current?.focus(),
    e: () => ticket && !closed && confirm.open(),
  });

  if (thread.error && !ticket) {
    if (readFailure(thread.error).code === 'NOT_FOUND') return <NoPage />;
    return <Failure error={thread.error} retrying={thread.isFetching} onRetry={() => void thread.refetch()} />;
  }
  const messages = thread.data?.pages.toReversed().flatMap((part) => part.messages);
  return (
    <>
      <PathLink href={`/operator/tickets${toSearch({ ...search })}`} size="sm" className={classes.back}>
        {texts.title}
      </PathLink>
      <PageTitle
        title={ticket?.subject ?? t`Ticket ${id}`}
        description={
          ticket && (
            <Group gap="4px 16px" component="span">
              <TicketStatus status={ticket.status} />
              <span>#{ticket.id}</span>
              <span>{ticket.account_name}</span>
              <span>
                <Trans>
                  opened <Moment at={ticket.created_at} />
                </Trans>
              </span>
            </Group>
          )
        }
      >
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={texts.previous}
          disabled={!previous}
          onClick={() => open(previous)}
        >
          <IconChevronUp size={18} />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label={texts.next} disabled={!next} onClick={() => open(next)}>
          <IconChevronDown size={18} />
        </ActionIcon>
        {ticket && !closed && (
          <Button variant="default" onClick={confirm.open}>
            {texts.close}
          </Button>
        )}
      </PageTitle>
      <div className={classes.columns}>
        <Stack gap="md">
          <Timeline
            messages={messages}
            notes={ticket?.notes ?? []}
            olderNotes={ticket ? ticket.notes_total - ticket.notes.length : 0}
            hasEarlier={thread.hasNextPage}
            loadingEarlier={thread.isFetchingNextPage}
            onEarlier={() => void thread.fetchNextPage()}
          />
          {closed && (
            <Alert color="gray" variant="light" icon={<IconLock size={18} />}>
              {texts.closed}
            </Alert>
          )}
          {ticket && (
            <Composer
              id={id}
              closed={closed}
              mode={closed ? 'note' : mode}
              onMode={write}
              reply={reply}
              note={note}
              lastRead={lastRead}
              isChanged={isChanged}
              onRead={markRead}
              field={field}
            />
          )}
        </Stack>
        {ticket && (
          <Stack gap="md">
            <Handling ticket={ticket} assignField={assignField} />
            <Beside account={ticket.account_id} name={ticket.account_name} ticketId={id} />
          </Stack>
        )}
      </div>
      {ticket && <CloseTicket id={id} opened={closing} onClose={confirm.close} reply={reply} lastRead={lastRead} />}
    </>
  );
}

/** Follows the newest message until the person begins to write. Later messages count as unread. */
function useLastRead(newest: number | undefined, isWriting: boolean) {
  const [lastRead, setLastRead] = useState(newest);
  useEffect(() => {
    if (!isWriting) setLastRead(newest);
    else setLastRead((known) => known ?? newest);
  }, [newest, isWriting]);
  return {
    lastRead: lastRead ?? newest,
    isChanged: isWriting && lastRead !== undefined && newest !== undefined && newest > lastRead,
    markRead: (messageId?: number) => setLastRead((known) => Math.max(known ?? 0, messageId ?? newest ?? 0)),
  };
}

/** Loads the thread again when another message has arrived. */
function useNewMessages(id: number, newest: number | undefined, reload: () => void): void {
  const { data } = useWatch(id);
  const last = data?.last_message_id ?? null;
  const asked = useRef(0);
  useEffect(() => {
    if (last === null || newest === undefined || last <= newest || last <= asked.current) return;
    asked.current = last;
    reload();
  }, [last, newest, reload]);
}
