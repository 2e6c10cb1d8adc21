import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { MessageEntry, Thread, ThreadEntry } from '../../../resources/tickets/thread.tsx';
import type { StaffTicketWithMessages } from './queries.ts';
import { texts } from './texts.ts';

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

/** Messages and internal notes in the order of their time. */
export function Timeline({ messages, notes, olderNotes, ...earlier }: TimelineProps) {
  return (
    <div>
      {olderNotes > 0 && (
        <Text size="xs" c="dimmed" ta="center" mb="xs">
          {texts.earlierNotes(olderNotes)}
        </Text>
      )}
      <Thread {...earlier}>{messages && merge(messages, earlier.hasEarlier, notes).map(showEntry)}</Thread>
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
    <MessageEntry key={entry.message.id} message={entry.message} staff={texts.support} />
  );
}

function NoteEntry({ note: { author_name, created_at, note } }: { note: Note }) {
  return (
    <ThreadEntry
      isNote
      avatar={<IconLock size={16} />}
      color="amber"
      badge={texts.internal}
      {...{ name: author_name, at: created_at, text: note }}
    />
  );
}
