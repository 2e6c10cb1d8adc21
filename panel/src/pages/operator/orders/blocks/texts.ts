import { t } from '@lingui/core/macro';
import type { Block } from './queries.ts';

export const BLOCK_KINDS: Record<Block['kind'], string> = {
  email: t`E-mail address`,
  card: t`Card`,
  address: t`IP address`,
};

export const texts = {
  title: t`Block list`,
  description: t`E-mail addresses, cards and IP addresses that cannot sign up or order.`,
  search: t`Search the block list`,
  anyKind: t`Any kind`,
  kind: t`Kind`,
  value: t`Value`,
  reason: t`Reason`,
  reasonText: t`Optional, for staff.`,
  addedBy: t`Added by`,
  added: t`Added`,
  add: t`Add to block list`,
  addAction: t`Add`,
  addedNote: (value: string) => t`${value} is now blocked.`,
  remove: t`Remove`,
  removeTitle: (value: string) => t`Remove ${value} from the block list?`,
  removeText: t`It can be used to sign up and order again.`,
  cardValue: (hash: string) => t`Card ${hash.slice(0, 12)}…`,
  requestFailed: t`The entry could not be added`,
  empty: t`The block list is empty. Refuse an order to block its customer, or add an entry.`,
};
