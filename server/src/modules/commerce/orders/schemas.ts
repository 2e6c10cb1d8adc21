import { CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { Currency, Money } from '../money.ts';
import { CUSTOMER_KINDS } from '../profiles/index.ts';

/**
 * `in_review`: waits for staff. `accepted`: needed no review. `cancelled`: by the customer, or because it was not paid
 * in time.
 */
export const ORDER_STATUSES = ['in_review', 'accepted', 'approved', 'refused', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export const ORDER_KINDS = ['order', 'sign_up'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];
export const BLOCK_KINDS = ['email', 'card', 'address'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

const OrderFlag = Resource('OrderFlag', 'A reason to look at an order.', {
  code: Type.String({
    description:
      'One of `card_country`, `disposable_email`, `many_from_address`, `many_from_card`, `amount`, `blocked_card`.',
    examples: ['card_country'],
  }),
  reason: Type.String({
    description: 'The reason in one sentence.',
    examples: ['The billing address is in DE; the card was issued in BR.'],
  }),
});

export const Order = Resource('Order', 'An order of a customer, or a sign-up that is or was in review.', {
  id: OwnId,
  kind: OneOf(ORDER_KINDS, { description: 'Order or sign-up.' }),
  status: OneOf(ORDER_STATUSES, {
    description: 'Status of the order. `in_review`: waits for staff. `accepted`: needed no review.',
  }),
  account_id: Id('Account of the customer.'),
  account_name: Type.String({ description: 'Name of the account.', examples: ['Example Ltd'] }),
  email: Type.String({ description: 'E-mail address of the account.', examples: ['jo@example.com'] }),
  name: Type.String({
    description: 'Ordered product, or the name of the account.',
    examples: ['VPS S (a.example.com)'],
  }),
  subscription_id: Nullable(Id('Subscription of the order; null for a sign-up.')),
  invoice_id: Nullable(Id('First invoice; null if nothing is due yet.')),
  amount: Nullable(Money('Total of the first invoice, or the price if nothing is due yet; null for a sign-up.')),
  currency: Nullable(Currency()),
  flags: Type.Array(OrderFlag, { description: 'Reasons to look at the order.' }),
  ip: Nullable(
    Type.String({
      description: 'IP address of the request; null if unknown or older than 90 days.',
      examples: ['203.0.113.7'],
    }),
  ),
  age_hours: Type.Integer({ description: 'Full hours since it waits or was created.', examples: [3] }),
  waits_since: Nullable(DateTime('Start of the review; null if it does not wait.')),
  decided_at: Nullable(DateTime('Time of the decision.')),
  decided_by: Nullable(Type.String({ description: 'Person or key that decided.', examples: ['Jo'] })),
  reason: Nullable(Type.String({ description: 'Reason of a refusal.', examples: ['We could not verify your data.'] })),
  created_at: CreatedAt,
});
export type Order = Static<typeof Order>;

const optionalText = (description: string) => Nullable(Type.String({ description }));

export const OrderDetails = Resource('OrderDetails', 'An order with the data that staff need to decide.', {
  ...Order.properties,
  customer: Resource('OrderCustomer', 'Billing profile of the customer.', {
    kind: OneOf(CUSTOMER_KINDS, { description: 'Consumer or business.' }),
    name: Type.String({ description: 'Name.' }),
    company: optionalText('Company.'),
    street: optionalText('Street and number.'),
    postal_code: optionalText('Postal code.'),
    city: optionalText('City.'),
    state: optionalText('ISO 3166-2 code of the state or province without the country.'),
    country: optionalText('Two-letter country code.'),
    vat_id: optionalText('VAT id.'),
    trusted: Type.Boolean({ description: 'True if staff trust the account.' }),
  }),
  card_countries: Type.Array(Type.String(), { description: 'Countries that issued the cards of the account.' }),
  authorized_until: Nullable(
    DateTime(
      'Latest end of the card authorisation, which the approval charges and the refusal cancels. Null if no card is authorised.',
    ),
  ),
  has_card: Type.Boolean({ description: 'True if a card of the account is known and can be blocked.' }),
});
export type OrderDetails = Static<typeof OrderDetails>;

export const Block = Resource('Block', 'An entry of the block list.', {
  id: OwnId,
  kind: OneOf(BLOCK_KINDS, { description: 'Kind of the value.' }),
  value: Type.String({
    description: 'E-mail address, hash of a card fingerprint, or IP address.',
    examples: ['jo@example.com'],
  }),
  reason: Nullable(Type.String({ description: 'Reason.' })),
  created_by: Type.String({ description: 'Person or key that added it.', examples: ['Jo'] }),
  created_at: CreatedAt,
});
export type Block = Static<typeof Block>;
