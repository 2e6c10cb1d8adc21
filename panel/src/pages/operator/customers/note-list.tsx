import { ActionIcon, Skeleton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { OWNERS, useHasRole, useMe } from '#operator/me.ts';
import { Confirm } from '#parts/confirm.tsx';
import { Moment } from '#parts/moment.tsx';
import classes from './detail.module.css';
import { type AccountNote, useRemoveNote } from './queries.ts';
import { texts } from './texts.ts';

/** Notes, the newest first. Staff remove their own, owners every note. */
export function NoteList({ notes }: { notes: readonly AccountNote[] | undefined }) {
  const { person } = useMe();
  const may = useHasRole();
  const remove = useRemoveNote();
  const [removes, setRemoves] = useState<AccountNote | null>(null);
  const stop = () => setRemoves(null);
  if (!notes) return <Skeleton height={48} />;
  return (
    <>
      <ul className={classes.lines}>
        {notes.map((note) => (
          <li key={note.id} className={classes.note}>
            <p>{note.text}</p>
            <div className={classes.noteHead}>
              <span>
                {note.author_name}, <Moment at={note.created_at} />
              </span>
              {(may(OWNERS) || note.author_id === person?.id) && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={texts.removeNote}
                  onClick={() => setRemoves(note)}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Confirm
        opened={removes !== null}
        title={`${texts.removeNote}?`}
        text={texts.removeNoteText}
        action={texts.removeNote}
        destructive
        pending={remove.isPending}
        onClose={stop}
        onConfirm={() => removes && remove.mutate(removes.id, { onSettled: stop })}
      />
    </>
  );
}
