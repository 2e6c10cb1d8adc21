import { defineStaffList, number, type Row, sql, table, text } from '@hostler/database';

/** They belong to no account, like the catalogue. */
const replies = table(
  'canned_replies',
  { id: number(), title: text(), message: text(), created_at: number(), updated_at: number() },
  { unique: 'title' },
);
export type CannedReplyRow = Row<typeof replies>;

const FIND = sql<{ id: number }, CannedReplyRow>(`select ${replies.columns} from canned_replies where id = :id`);
const BY_TITLE = sql<{ title: string }, { id: number }>('select id from canned_replies where title = :title');
const COUNT = sql<object, { count: number }>('select count(*) as count from canned_replies');
const UPDATE = sql<{ id: number; title: string; message: string; now: number }, CannedReplyRow>(
  `update canned_replies set title = :title, message = :message, updated_at = :now where id = :id
   returning ${replies.columns}`,
);
const REMOVE = sql<{ id: number }, CannedReplyRow>(
  `delete from canned_replies where id = :id returning ${replies.columns}`,
);

export const listReplies = defineStaffList<CannedReplyRow>({
  select: `select ${replies.columns} from canned_replies`,
  searched: ['title', 'message'],
});
export const findReply = FIND.one;
export const findByTitle = BY_TITLE.one;
export const countReplies = COUNT.one;
/** Returns undefined if the title exists. */
export const insertReply = replies.insert;
export const updateReply = UPDATE.one;
export const removeReply = REMOVE.one;
