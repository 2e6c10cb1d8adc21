import { DateTime, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { Currency, Money } from '../../money.ts';
import { BILLING_PERIODS } from '../../plans/index.ts';
import { Period, PlanName } from '../orders/schemas.ts';

export const PreviewRequest = Type.Object({ plan: PlanName, period: Period });
export const ChangeConfirmation = Type.Object({
  plan: PlanName,
  period: Period,
  expected_amount: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      '`amount_due_now` of the preview, in minor units. If the amount is different now, the change is refused.',
    examples: [966],
  }),
  expected_price: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: '`new_price` of the preview, in minor units. If the price is different now, the change is refused.',
      examples: [1990],
    }),
  ),
});

const PreviewLine = Resource('ChangeLine', 'A line of the invoice for the change.', {
  description: Type.String({
    description: 'Description of the line.',
    examples: ['VPS M (shop.example.com): from VPS S to VPS M'],
  }),
  amount: Money('Amount, with or without tax like the price of the plan.'),
  period_start: DateTime('Start of the charged period.'),
  period_end: DateTime('End of the charged period.'),
  explanation: Resource('ChangeExplanation', 'Calculation of the amount.', {
    sentence: Type.String({ description: 'Explanation in one sentence.' }),
    steps: Type.Array(
      Resource('ChangeStep', 'One step of the calculation.', {
        label: Type.String({ description: 'Name of the value.' }),
        value: Type.String({ description: 'The value.' }),
      }),
      {
        description: 'Steps of the calculation.',
      },
    ),
  }),
});

export const ChangePreview = Resource('ChangePreview', 'The cost and the date of a plan change.', {
  plan: Type.String({ description: 'Name of the new plan.', examples: ['VPS M'] }),
  amount_due_now: Money(
    'Amount due, with tax. An upgrade lapses if it is not paid within 7 days. Trusted accounts pay within 14 days.',
  ),
  tax: Money('Tax in `amount_due_now`.'),
  credit: Money('Unused part of the old price, which is deducted.'),
  currency: Currency(),
  new_price: Money('New price for one period.'),
  billing_period: OneOf(BILLING_PERIODS, { description: 'New billing period.' }),
  tax_included: Type.Boolean({ description: 'True if the new price includes tax.', examples: [false] }),
  monthly_cap: Nullable(Money('Maximum price per calendar month of an hourly plan; null if there is none.')),
  effective_at: DateTime('Time of the change: now, or the end of the billed period.'),
  immediately: Type.Boolean({ description: 'True if the change takes effect now.', examples: [true] }),
  payment_required: Type.Boolean({
    description: 'True if the change is carried out only when `amount_due_now` is paid. False for trusted accounts.',
    examples: [true],
  }),
  lines: Type.Array(PreviewLine, { description: 'Lines of the invoice.' }),
  explanation: Type.String({
    description: 'Explanation of the date and the cost.',
    examples: ['Now. The rest of the period is charged by the second.'],
  }),
});
export type ChangePreview = Static<typeof ChangePreview>;
