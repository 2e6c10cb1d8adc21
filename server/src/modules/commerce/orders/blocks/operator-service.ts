import { isIP } from 'node:net';
import type { Query, StaffListRequest } from '@hostler/database';
import { findAuditContext } from '#kernel/audit/record.ts';
import { fieldErrors, notFound, validationError } from '#kernel/errors.ts';
import { sourceOf } from '#kernel/net/networks.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import { readEmail } from '../../../identity/people/index.ts';
import { errors } from '../errors.ts';
import type { Block, BlockKind } from '../schemas.ts';
import { type BlockRow, insertBlock, listBlocks, removeBlock } from './store.ts';

const LONGEST_REASON = 1_000;

interface NewBlock {
  kind: BlockKind;
  value: string;
  reason?: string | undefined;
}

export type BlockOperatorService = ReturnType<typeof createBlockOperatorService>;

/** The list of e-mail addresses, cards and IP addresses that cannot sign up or order. */
export function createBlockOperatorService({ clock }: { clock: Clock }) {
  function* list(request: StaffListRequest<BlockKind> = {}): Query<Block[]> {
    return (yield* listBlocks(request)).map(viewBlock);
  }

  /** Adds an entry. Throws CONFLICT if the value is blocked. */
  function* add(given: NewBlock): Query<Block> {
    const row = yield* put(given);
    if (!row) throw errors.block_exists();
    return viewBlock(row);
  }

  /** Adds an entry. Returns undefined if the value is blocked already. */
  function* put({ kind, value, reason }: NewBlock): Query<BlockRow | undefined> {
    if (reason !== undefined && reason.length > LONGEST_REASON) {
      throw validationError([fieldErrors.longer_than('reason', { max: LONGEST_REASON })]);
    }
    return yield* insertBlock({
      kind,
      value: readValue(kind, value.trim()),
      reason: reason?.trim() || null,
      created_by: (yield* findAuditContext())?.actor?.label ?? 'command line',
      created_at: clock.now(),
    });
  }

  function* remove({ id }: { id: number }): Query<Block> {
    const row = yield* removeBlock(id);
    if (!row) throw notFound('Block');
    return viewBlock(row);
  }

  return { list, add, put, remove };
}

function readValue(kind: BlockKind, value: string): string {
  if (kind === 'email') return readEmail(value).toLowerCase();
  if (kind === 'card') {
    if (/^[0-9a-f]{64}$/.test(value)) return value;
    throw wrong('must be the hash of a card fingerprint: 64 digits from 0 to f. Refuse an order to block its card.');
  }
  const [address = '', bits] = value.split('/');
  if (isIP(address) !== 0 && (bits === undefined || (bits === '64' && isIP(address) === 6))) return sourceOf(address);
  throw wrong('must be an IP address like 203.0.113.7. An IPv6 address blocks its /64 network.');
}

function wrong(message: string) {
  return validationError([{ field: 'value', message }]);
}

function viewBlock({ created_at, ...row }: BlockRow): Block {
  return { ...row, created_at: formatTime(created_at) };
}
