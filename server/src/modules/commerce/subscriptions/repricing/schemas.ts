import { DateTime, Id, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';
import { Currency, Money } from '../../money.ts';
import { BILLING_PERIODS } from '../../plans/index.ts';

/** What becomes of the subscription of a consumer who does not agree. */
export const WITHOUT_CONSENT = ['keep', 'end'] as const;
export type WithoutConsent = (typeof WITHOUT_CONSENT)[number];

/**
 * `announced`: the mail is queued. `agreed`: the consumer agreed. `applied`: the next period has the new price. `kept`, `ended`: what
 * became of a consumer who did not agree. `dropped`: cancelled or changed before. `unsent`: the mail could not be delivered.
 */
export const NOTICE_STATUSES = ['announced', 'agreed', 'applied', 'kept', 'ended', 'dropped', 'unsent'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];

export const PriceChange = Resource('PriceChange', {
  id: Id('The notice.'),
  subscription_id: Id('The subscription.'),
  subscription: Type.String({ description: 'What was bought.', examples: ['VPS S (shop.example.com)'] }),
  old_price: Money('The price today.'),
  new_price: Money('The price from `effective_at` on.'),
  currency: Currency(),
  billing_period: OneOf(BILLING_PERIODS, { description: 'How often it is billed.' }),
  effective_at: DateTime('When the first period with the new price begins.'),
  needs_consent: Type.Boolean({
    description: 'The new price is charged only if the customer agrees.',
    examples: [true],
  }),
  without_consent: OneOf(WITHOUT_CONSENT, {
    description:
      'If the customer does not agree: `keep` keeps the old price, `end` ends the subscription at `effective_at`.',
  }),
  agreed_at: Nullable(DateTime('When the customer agreed.')),
});
export type PriceChange = Static<typeof PriceChange>;

export const AgreeByLink = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, description: 'The secret of the link in the mail.' }),
});
export const Agreed = Resource('PriceAgreement', {
  subscriptions: Type.Integer({ description: 'How many subscriptions the agreement is for.', examples: [1] }),
});
