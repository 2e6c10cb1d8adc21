import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { ACCOUNT_NAME, type Owned } from '../owned.ts';
import { MAILBOX_STATUSES, type MailboxStatus } from './schemas.ts';
import { MAILBOX_COLUMNS, type MailboxRow } from './store.ts';

export type OwnedMailbox = MailboxRow & { account_id: number };

const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from emails where id = :id');
const STEP = sql<{ after: number; limit: number }, UsedMailbox>(
  'select id, account_id, address, used_bytes from emails where id > :after order by id limit :limit',
);
const NOTE_USE = sql<{ rows: string }>(
  `update emails set used_bytes = cast(r.value ->> 'used_bytes' as bigint) from {each :rows as r}
   where emails.id = cast(r.value ->> 'id' as bigint)`,
);

export type UsedMailbox = Pick<OwnedMailbox, 'id' | 'account_id' | 'address' | 'used_bytes'>;

/** Lists the mailboxes of all accounts or of one. */
export const listAllMailboxes = defineStaffList<Owned<MailboxRow>, MailboxStatus>({
  select: `select account_id, ${ACCOUNT_NAME}, ${MAILBOX_COLUMNS} from emails`,
  statuses: byColumn(MAILBOX_STATUSES),
  searched: ['address', 'aliases', 'forward_to'],
});

export function* findMailboxOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

/** Lists mailboxes of all accounts in order of id. */
export function listAfter(after: number, limit: number): Query<UsedMailbox[]> {
  return STEP.all({ after, limit });
}

/** Stores the usage of mailboxes. */
export function* noteUse(rows: readonly UsedMailbox[]): Query<void> {
  const accounts = [...new Set(rows.map(({ account_id }) => account_id))];
  const told = rows.map(({ id, used_bytes }) => ({ id, used_bytes }));
  yield* NOTE_USE.run({ rows: JSON.stringify(told) }, accounts);
}
