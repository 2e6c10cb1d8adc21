import { DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { Currency, Money } from '../../money.ts';
import { BILLING_PERIODS } from '../../plans/index.ts';

/** Effects on the subscription of a consumer who does not agree. */
export const WITHOUT_CONSENT = ['keep', 'end'] as const;
export type WithoutConsent = (typeof WITHOUT_CONSENT)[number];

/**
 * `announced`: the mail is queued. `agreed`: the consumer agreed. `applied`: the next period has the new price. `kept`, `ended`: what
 * became of a consumer who did not agree. `dropped`: cancelled or changed before. `unsent`: the mail could not be delivered.
 */
export const NOTICE_STATUSES = ['announced', 'agreed', 'applied', 'kept', 'ended', 'dropped', 'unsent'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];

export const PriceChange = Resource('PriceChange', 'An announced price change of a subscription.', {
  id: OwnId,
  subscription_id: Id('Subscription of the price change.'),
  subscription: Type.String({
    description: 'Product name of the subscription.',
    examples: ['VPS S (shop.example.com)'],
  }),
  old_price: Money('Current price.'),
  new_price: Money('Price from `effective_at` on.'),
  currency: Currency(),
  billing_period: OneOf(BILLING_PERIODS, { description: 'Billing period.' }),
  effective_at: DateTime('Start of the first period with the new price.'),
  needs_consent: Type.Boolean({
    description: 'True if the new price is charged only if the customer agrees.',
    examples: [true],
  }),
  without_consent: OneOf(WITHOUT_CONSENT, {
    description:
      'Result if the customer does not agree: `keep` keeps the old price, `end` ends the subscription at `effective_at`.',
  }),
  agreed_at: Nullable(DateTime('Time of the agreement; null until then.')),
});
export type PriceChange = Static<typeof PriceChange>;

export const AgreeByLink = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, description: 'Token of the link in the mail.' }),
});
export const Agreed = Resource('PriceAgreement', 'The result of an agreement.', {
  subscriptions: Type.Integer({ description: 'Number of subscriptions that the agreement covers.', examples: [1] }),
});
