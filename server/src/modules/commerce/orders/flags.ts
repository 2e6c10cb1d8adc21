import type { Query } from '@hostler/database';
import { formatMoney } from '#kernel/currency.ts';
import { DAY } from '#kernel/time.ts';
import type { ReviewSettings } from '#settings/commerce.ts';
import type { KnownCard } from '../payments/index.ts';
import type { OrderFlag } from '../subscriptions/index.ts';
import { findDisposableDomain } from './disposable-domains.ts';
import { countByCard, countFromAddress } from './store.ts';

export interface OrderFacts {
  readonly email: string;
  /** Country of the billing address. */
  readonly country: string | null;
  readonly cards: readonly KnownCard[];
  readonly address: string | null;
  readonly amount: number;
  readonly currency: string;
  /** The order itself, which is not counted. */
  readonly id?: number;
}

/** Returns the reasons to look at an order. */
export function* findFlags(
  { email, country, cards, address, amount, currency, id = 0 }: OrderFacts,
  settings: ReviewSettings,
  now: number,
): Query<OrderFlag[]> {
  const flags: OrderFlag[] = [];
  const foreign = cards.find((card) => card.country !== null && country !== null && card.country !== country);
  if (foreign) {
    const reason = `The billing address is in ${country}; the card was issued in ${foreign.country}.`;
    flags.push({ code: 'card_country', reason });
  }
  const domain = findDisposableDomain(email, settings.domains);
  if (domain) flags.push({ code: 'disposable_email', reason: `${domain} provides disposable e-mail addresses.` });
  const since = now - DAY;
  const { perDay } = settings;
  if (address !== null && (yield* countFromAddress(address, since, perDay)) >= perDay) {
    const reason = `More than ${perDay} orders from the IP address ${address} within 24 hours.`;
    flags.push({ code: 'many_from_address', reason });
  }
  for (const { fingerprint } of cards) {
    if ((yield* countByCard(fingerprint, id, since, perDay)) < perDay) continue;
    flags.push({ code: 'many_from_card', reason: `More than ${perDay} orders with the same card within 24 hours.` });
    break;
  }
  if (settings.amount > 0 && amount > settings.amount) {
    const reason = `The amount is above ${formatMoney(settings.amount, currency)}.`;
    flags.push({ code: 'amount', reason });
  }
  return flags;
}
