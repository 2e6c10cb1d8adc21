import { byColumn, defineStaffList, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import { BLOCK_KINDS, type BlockKind } from '../schemas.ts';

/** E-mail addresses, cards and IP addresses that cannot sign up or order. */
const blocks = table('order_blocks', {
  id: number(),
  kind: text<BlockKind>(),
  /** E-mail address in lower case, hash of a card fingerprint, or IP address; an IPv6 address is its /64 network. */
  value: text(),
  reason: nullable(text()),
  created_by: text(),
  created_at: number(),
});
export type BlockRow = Row<typeof blocks>;
type NewBlock = Omit<BlockRow, 'id'>;

const INSERT = sql<NewBlock, BlockRow>(
  `insert into order_blocks (kind, value, reason, created_by, created_at)
   values (:kind, :value, :reason, :created_by, :created_at)
   on conflict (kind, value) do nothing returning ${blocks.columns}`,
);
const REMOVE = sql<{ id: number }, BlockRow>(`delete from order_blocks where id = :id returning ${blocks.columns}`);
const FIND = sql<{ kind: BlockKind; value: string }, { id: number }>(
  'select id from order_blocks where kind = :kind and value = :value',
);

export const listBlocks = defineStaffList<BlockRow, BlockKind>({
  select: `select ${blocks.columns} from order_blocks`,
  statuses: byColumn(BLOCK_KINDS, 'kind'),
  searched: ['value', 'reason'],
});
/** Returns undefined if the value is blocked already. */
export const insertBlock = (row: NewBlock) => INSERT.one(row);
/** Returns undefined if there is no such entry. */
export const removeBlock = (id: number) => REMOVE.one({ id });

interface Suspect {
  readonly email: string | null;
  /** As returned by `sourceOf`. */
  readonly address: string | null;
  readonly cards: readonly string[];
}

/** Returns whether the e-mail address, the IP address or one of the cards is blocked. */
export function* isBlocked({ email, address, cards }: Suspect): Query<boolean> {
  if (email !== null && (yield* FIND.one({ kind: 'email', value: email.toLowerCase() }))) return true;
  if (address !== null && (yield* FIND.one({ kind: 'address', value: address }))) return true;
  for (const value of cards) if (yield* FIND.one({ kind: 'card', value })) return true;
  return false;
}
