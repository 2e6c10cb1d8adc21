import {
  addToTotal,
  defineList,
  foldForSearch,
  number,
  type Page,
  type PageRequest,
  type Query,
  type Row,
  sql,
  table,
  text,
} from '@hostler/database';
import { defineLimit } from '#kernel/limits/limit.ts';
import { SSH_KEY_ORDERS } from './schemas.ts';

const NAME = 'ssh_keys';

export const sshKeys = table(
  NAME,
  {
    id: number(),
    name: text(),
    type: text(),
    /** Identifies the key in the account. */
    fingerprint: text(),
    public_key: text(),
    created_at: number(),
    updated_at: number(),
  },
  { hidden: { account_id: number(), search_text: text() } },
);
export type SshKeyRow = Row<typeof sshKeys>;

interface Mine {
  account_id: number;
  id: number;
}

const MINE = 'account_id = :account_id and id = :id';
const FIND = sql<Mine, SshKeyRow>(`select ${sshKeys.columns} from ssh_keys where ${MINE}`);
const FIND_SAME = sql<{ account_id: number; fingerprint: string }, SshKeyRow>(
  `select ${sshKeys.columns} from ssh_keys where account_id = :account_id and fingerprint = :fingerprint`,
);
const RENAME = sql<Mine & { name: string; folded: string; now: number }, SshKeyRow>(
  `update ssh_keys set name = :name, search_text = :folded, updated_at = :now
   where ${MINE} returning ${sshKeys.columns}`,
);
const REMOVE = sql<Mine, SshKeyRow>(`delete from ssh_keys where ${MINE} returning ${sshKeys.columns}`);
/** Without a search index, because an account has few keys. */
const OWN = { table: NAME, keys: { account_id: ':account_id' } };
const LIST = defineList<SshKeyRow>({ columns: sshKeys.columns, strands: [OWN], few: true, orders: SSH_KEY_ORDERS });

export const sshKeysLimit = defineLimit({
  name: 'ssh_keys',
  default: 100,
  what: 'SSH keys',
  advice: 'Remove one',
  counts: { list: NAME },
});

export function listSshKeys(accountId: number, page: PageRequest): Query<Page<SshKeyRow>> {
  return LIST(accountId, page);
}

export function findSshKey(accountId: number, id: number): Query<SshKeyRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

export function findSameKey(accountId: number, fingerprint: string): Query<SshKeyRow | undefined> {
  return FIND_SAME.one({ account_id: accountId, fingerprint });
}

export function* insertSshKey(
  accountId: number,
  key: Pick<SshKeyRow, 'name' | 'type' | 'fingerprint' | 'public_key'>,
  now: number,
): Query<SshKeyRow> {
  const hidden = { account_id: accountId, search_text: foldForSearch(key.name, key.fingerprint) };
  const row = yield* sshKeys.insert({ ...key, created_at: now, updated_at: now }, hidden);
  yield* addToTotal(accountId, NAME, '', 1);
  return row;
}

export function renameSshKey(
  accountId: number,
  { id, fingerprint }: Pick<SshKeyRow, 'id' | 'fingerprint'>,
  name: string,
  now: number,
): Query<SshKeyRow | undefined> {
  return RENAME.one({ account_id: accountId, id, name, folded: foldForSearch(name, fingerprint), now });
}

export function* removeSshKey(accountId: number, id: number): Query<SshKeyRow | undefined> {
  const gone = yield* REMOVE.one({ account_id: accountId, id });
  if (gone) yield* addToTotal(accountId, NAME, '', -1);
  return gone;
}
