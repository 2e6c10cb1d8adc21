import { formatTime } from '#kernel/time.ts';
import type { NoteRow } from './operator-store.ts';

/** The view for staff. */
export function viewNote({ author_name, created_at, ...note }: NoteRow) {
  return { ...note, author_name: author_name ?? 'Command line', created_at: formatTime(created_at) };
}
