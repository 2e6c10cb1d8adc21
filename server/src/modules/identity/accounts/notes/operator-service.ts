import { type AccountListRequest, currentTransaction, type Query } from '@hostler/database';
import { transactionAuditContext } from '#kernel/audit/audit-context.ts';
import { audit } from '#kernel/audit/record.ts';
import type { CommandContext } from '#kernel/command.ts';
import { fieldErrors, notFound, validationError } from '#kernel/errors.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import { requireAccount } from '../service.ts';
import { errors } from './errors.ts';
import type { AccountNote } from './schemas.ts';
import { findNote, insertNote, listNotes, type NoteRow, removeNote } from './store.ts';

const LONGEST_TEXT = 10_000;

export type NoteOperatorService = ReturnType<typeof createNoteOperatorService>;

/**
 * Staff notes about a customer. They are in no response, event, mail or export for customers. Their audit entries
 * belong to no account, because customers read the entries of theirs.
 */
export function createNoteOperatorService({ clock }: { clock: Clock }) {
  function* add({ account_id, text: given }: { account_id: number; text: string }): Query<AccountNote> {
    const text = given.trim();
    if (text.length === 0 || text.length > LONGEST_TEXT) {
      throw validationError([fieldErrors.not_length('text', { max: LONGEST_TEXT })]);
    }
    yield* requireAccount(account_id);
    const now = clock.now();
    const author = yield* findAuthor();
    const note = yield* insertNote({ account_id, ...author, text, created_at: now });
    yield* record(account_id, now);
    return viewNote(note);
  }

  function* list(request: AccountListRequest & { account_id: number }): Query<AccountNote[]> {
    yield* requireAccount(request.account_id);
    return (yield* listNotes(request)).map(viewNote);
  }

  /** Removes a note of the caller. Owners, and the command line, may remove every note. */
  function* remove({ id, staff }: { id: number; staff?: CommandContext['staff'] }): Query<AccountNote> {
    const note = yield* findNote(id);
    if (!note) throw notFound('Note');
    if (staff && !staff.roles.has('owner') && (staff.id === null || staff.id !== note.author_id)) {
      throw errors.note_of_another_author();
    }
    if (!(yield* removeNote(note))) throw notFound('Note');
    yield* record(note.account_id, clock.now());
    return viewNote(note);
  }

  return { add, list, remove };
}

/** Returns the caller of the command. */
function* findAuthor(): Query<Pick<NoteRow, 'author_id' | 'author_name'>> {
  const actor = transactionAuditContext.of(yield* currentTransaction())?.actor;
  return { author_id: actor?.kind === 'operator' ? actor.id : null, author_name: actor?.label ?? 'Staff' };
}

function record(accountId: number, now: number): Query<void> {
  return audit({ accounts: [null], record: { type: 'account', id: accountId, label: null }, now });
}

function viewNote({ created_at, ...note }: NoteRow): AccountNote {
  return { ...note, created_at: formatTime(created_at) };
}
