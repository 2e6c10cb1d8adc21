import { later, nullable, number, type Row, sql, table, text } from '@hostler/database';

/** A change ends with its link until it is confirmed, and afterwards with the time in which it can be undone. */
const changes = table(
  'email_changes',
  {
    id: number(),
    person_id: number(),
    old_email: text(),
    new_email: text(),
    created_at: number(),
    ends_at: number(),
    confirmed_at: later(number()),
  },
  { hidden: { confirm_hash: nullable(text()) } },
);
export type EmailChangeRow = Row<typeof changes>;

const PENDING = sql<{ person_id: number; now: number }, EmailChangeRow>(
  `select ${changes.columns} from email_changes
   where person_id = :person_id and confirmed_at is null and ends_at > :now order by id desc limit 1`,
);
const DROP_PENDING = sql<{ person_id: number }>(
  'delete from email_changes where person_id = :person_id and confirmed_at is null',
);
/** The hash alone identifies the link and its person. */
const CONFIRM = sql<{ hash: string; undo_hash: string; now: number; ends_at: number }, EmailChangeRow>(
  `update email_changes set confirm_hash = null, undo_hash = :undo_hash, confirmed_at = :now, ends_at = :ends_at
   where confirm_hash = :hash and confirmed_at is null and ends_at > :now returning ${changes.columns}`,
);
const IS_OPEN = sql<{ hash: string; now: number }, { id: number }>(
  'select id from email_changes where (confirm_hash = :hash or undo_hash = :hash) and ends_at > :now',
);
const FIND_UNDOABLE = sql<{ hash: string; now: number }, EmailChangeRow>(
  `select ${changes.columns} from email_changes where undo_hash = :hash and ends_at > :now`,
);
const DROP_FROM = sql<{ person_id: number; id: number }>(
  'delete from email_changes where person_id = :person_id and id >= :id',
);
const OLD_ADDRESSES = sql<{ person_id: number }, { old_email: string }>(
  `select distinct old_email from email_changes where person_id = :person_id and confirmed_at is not null`,
);
const FORGET = sql<{ before: number; limit: number }>(
  `delete from email_changes where id in (select id from email_changes where ends_at < :before order by ends_at limit :limit)`,
);

export const insertChange = changes.insert;
export const findPendingChange = (personId: number, now: number) => PENDING.one({ person_id: personId, now });
export const dropPendingChanges = (personId: number) => DROP_PENDING.run({ person_id: personId });
export const confirmChange = CONFIRM.one;
export const findOpenLink = IS_OPEN.one;
export const findUndoableChange = FIND_UNDOABLE.one;
export const dropChangesFrom = DROP_FROM.run;
export const listOldAddresses = (personId: number) => OLD_ADDRESSES.all({ person_id: personId });
export const forgetChanges = (before: number, limit: number) => FORGET.run({ before, limit });
