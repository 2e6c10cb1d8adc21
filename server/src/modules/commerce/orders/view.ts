import { formatOptionalTime, formatTime, HOUR } from '#kernel/time.ts';
import type { KnownCard } from '../payments/index.ts';
import type { Profile } from '../profiles/index.ts';
import type { ListedOrder } from './operator-store.ts';
import { parseFlags } from './review.ts';
import type { Order, OrderDetails } from './schemas.ts';

export function viewOrder(row: ListedOrder, now: number): Order {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    account_id: row.account_id,
    account_name: row.account_name,
    email: row.email,
    name: row.name,
    subscription_id: row.subscription_id,
    invoice_id: row.invoice_id,
    amount: row.amount,
    currency: row.currency,
    flags: parseFlags(row.flags),
    ip: row.address,
    age_hours: Math.max(0, Math.floor((now - (row.waits_since ?? row.created_at)) / HOUR)),
    waits_since: formatOptionalTime(row.waits_since),
    decided_at: formatOptionalTime(row.decided_at),
    decided_by: row.decided_by,
    reason: row.reason,
    created_at: formatTime(row.created_at),
  };
}

export function viewOrderDetails(
  row: ListedOrder,
  profile: Profile,
  { cards, authorizedUntil }: { cards: readonly KnownCard[]; authorizedUntil: number | null },
  now: number,
): OrderDetails {
  const { kind, name, company, street, postal_code, city, state, country, vat_id, trusted } = profile;
  return {
    ...viewOrder(row, now),
    customer: { kind, name, company, street, postal_code, city, state, country, vat_id, trusted },
    card_countries: [...new Set(cards.flatMap((card) => card.country ?? []))],
    authorized_until: formatOptionalTime(authorizedUntil),
    has_card: cards.length > 0,
  };
}
