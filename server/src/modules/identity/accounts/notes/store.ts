import { defineStaffList, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';

const notes = table('account_notes', {
  id: number(),
  account_id: number(),
  /** Staff member. Null for the command line and for operator keys. */
  author_id: nullable(number()),
  author_name: text(),
  text: text(),
  created_at: number(),
});
export type NoteRow = Row<typeof notes>;

const FIND = sql<{ id: number }, NoteRow>(`select ${notes.columns} from account_notes where id = :id`);
const REMOVE = sql<{ account_id: number; id: number }>(
  'delete from account_notes where account_id = :account_id and id = :id',
);

export const insertNote = (note: Omit<NoteRow, 'id'>) => notes.insert(note);
export const findNote = (id: number) => FIND.one({ id });

/** Returns false if the note was removed concurrently. */
export function* removeNote({ account_id, id }: Pick<NoteRow, 'account_id' | 'id'>): Query<boolean> {
  return (yield* REMOVE.run({ account_id, id })) > 0;
}

/** Lists the notes of an account, the newest first. */
export const listNotes = defineStaffList<NoteRow>({
  select: `select ${notes.columns} from account_notes`,
  searched: ['text', 'author_name'],
});
