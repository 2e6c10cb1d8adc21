import { Avatar, Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Moment } from '#parts/moment.tsx';
import type { StaffTicketWithMessages } from './queries.ts';
import { texts } from './texts.ts';
import classes from './timeline.module.css';

type Message = StaffTicketWithMessages['messages'][number];
type Note = StaffTicketWithMessages['notes'][number];
type Entry = { readonly message: Message } | { readonly note: Note };

interface TimelineProps {
  readonly messages: readonly Message[] | undefined;
  readonly notes: readonly Note[];
  /** Notes that exist, but are not shown. */
  readonly olderNotes: number;
  readonly hasEarlier: boolean;
  readonly loadingEarlier: boolean;
  readonly onEarlier: () => void;
}

/** Messages and internal notes in the order of their time. Text is never interpreted as HTML. */
export function Timeline({ messages, notes, olderNotes, hasEarlier, loadingEarlier, onEarlier }: TimelineProps) {
  return (
    <div>
      {hasEarlier && (
        <Button variant="default" size="xs" className={classes.earlier} loading={loadingEarlier} onClick={onEarlier}>
          {texts.earlier}
        </Button>
      )}
      {olderNotes > 0 && (
        <Text size="xs" c="dimmed" ta="center" mb="xs">
          {texts.earlierNotes(olderNotes)}
        </Text>
      )}
      <ol className={classes.timeline} aria-label="Messages" aria-live="polite" aria-relevant="additions">
        {messages ? merge(messages, hasEarlier, notes).map(showEntry) : <SkeletonEntries />}
      </ol>
    </div>
  );
}

/** Notes older than the first loaded message appear with the earlier messages. */
function merge(messages: readonly Message[], hasEarlier: boolean, notes: readonly Note[]): Entry[] {
  const start = hasEarlier ? (messages[0]?.created_at ?? '') : '';
  const shown = notes.filter(({ created_at }) => created_at >= start);
  const entries: Entry[] = [...messages.map((message) => ({ message })), ...shown.map((note) => ({ note }))];
  return entries.sort((a, b) => timeOf(a).localeCompare(timeOf(b)));
}

function timeOf(entry: Entry): string {
  return 'note' in entry ? entry.note.created_at : entry.message.created_at;
}

function showEntry(entry: Entry) {
  return 'note' in entry ? (
    <NoteEntry key={`note ${entry.note.id}`} note={entry.note} />
  ) : (
    <MessageEntry key={entry.message.id} message={entry.message} />
  );
}

const SIDES: Readonly<Record<Message['author_type'], string | null>> = {
  customer: null,
  staff: texts.support,
  system: texts.automatic,
};

function MessageEntry({ message: { author_type, author_name, created_at, message } }: { message: Message }) {
  const side = SIDES[author_type];
  const colour = author_type === 'staff' ? 'brand' : 'gray';
  return (
    <li className={classes.entry} data-author={author_type}>
      <Avatar size={32} radius="xl" color={colour} aria-hidden="true">
        {author_type === 'system' ? '⚙' : firstLetter(author_name)}
      </Avatar>
      <div className={classes.words}>
        <Group gap="xs" className={classes.who}>
          <Text fw={550} className={classes.name}>
            {author_name}
          </Text>
          {side && <Badge color={colour}>{side}</Badge>}
          <Text size="xs" c="dimmed">
            <Moment at={created_at} />
          </Text>
        </Group>
        <div className={classes.text}>{message}</div>
      </div>
    </li>
  );
}

function NoteEntry({ note: { author_name, created_at, note } }: { note: Note }) {
  return (
    <li className={classes.entry} data-note aria-label={texts.internal}>
      <Avatar size={32} radius="xl" color="amber" aria-hidden="true">
        <IconLock size={16} />
      </Avatar>
      <div className={classes.words}>
        <Group gap="xs" className={classes.who}>
          <Text fw={550} className={classes.name}>
            {author_name}
          </Text>
          <Badge color="amber">{texts.internal}</Badge>
          <Text size="xs" c="dimmed">
            <Moment at={created_at} />
          </Text>
        </Group>
        <div className={classes.text}>{note}</div>
      </div>
    </li>
  );
}

function SkeletonEntries() {
  return [1, 2].map((key) => (
    <li key={key} className={classes.entry} aria-hidden="true">
      <Skeleton circle height={32} width={32} />
      <div className={classes.words}>
        <Skeleton height={14} width="30%" mb="sm" />
        <Skeleton height={12} width="85%" mb={8} />
        <Skeleton height={12} width="60%" />
      </div>
    </li>
  ));
}

function firstLetter(name: string): string {
  return ([...name.trim()][0] ?? '?').toUpperCase();
}
