import type { Block } from './queries.ts';

export const BLOCK_KINDS: Record<Block['kind'], string> = {
  email: 'E-mail address',
  card: 'Card',
  address: 'IP address',
};

export const texts = {
  title: 'Block list',
  description: 'E-mail addresses, cards and IP addresses that cannot sign up or order.',
  search: 'Search the block list',
  anyKind: 'Any kind',
  kind: 'Kind',
  value: 'Value',
  reason: 'Reason',
  reasonText: 'Optional, for staff.',
  addedBy: 'Added by',
  added: 'Added',
  add: 'Add to block list',
  addAction: 'Add',
  addedNote: (value: string) => `${value} is blocked now.`,
  remove: 'Remove',
  removeTitle: (value: string) => `Remove ${value} from the block list?`,
  removeText: 'It can be used to sign up and order again.',
  cardValue: (hash: string) => `Card ${hash.slice(0, 12)}…`,
  requestFailed: 'The entry could not be added',
  empty: 'The block list is empty. Refuse an order to block its customer, or add an entry.',
};
