import { DateTime, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';
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
    description: 'What the preview said is due now; where it is another by now, nothing is done.',
    examples: [966],
  }),
  expected_price: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'What the preview said is the new price; where it is another by now, nothing is done.',
      examples: [1990],
    }),
  ),
});

const PreviewLine = Resource('ChangeLine', {
  description: Type.String({ examples: ['VPS M (shop.example.com): from VPS S to VPS M'] }),
  amount: Money('As the plan is priced, with or without tax.'),
  period_start: DateTime('The beginning of what is paid for.'),
  period_end: DateTime('Its end.'),
  explanation: Resource('ChangeExplanation', {
    sentence: Type.String({ description: 'What is charged.' }),
    steps: Type.Array(Resource('ChangeStep', { label: Type.String(), value: Type.String() }), {
      description: 'The arithmetic.',
    }),
  }),
});

export const ChangePreview = Resource('ChangePreview', {
  plan: Type.String({ examples: ['VPS M'] }),
  amount_due_now: Money('With tax; it is to be paid within 14 days.'),
  tax: Money('Of that, the tax.'),
  credit: Money('What the rest of the old price comes to, which is set off.'),
  currency: Currency(),
  new_price: Money('For one period, from then on.'),
  billing_period: OneOf(BILLING_PERIODS, { description: 'How often it will be billed.' }),
  tax_included: Type.Boolean({ description: 'The new price is with tax; else tax comes on top.', examples: [false] }),
  monthly_cap: Nullable(Money('Of an hourly one: what a calendar month costs at most.')),
  effective_at: DateTime('When it changes: now, or at the end of the period that is billed.'),
  immediately: Type.Boolean({ description: 'Whether that is now.', examples: [true] }),
  lines: Type.Array(PreviewLine, { description: 'What the invoice would say.' }),
  explanation: Type.String({ examples: ['Now. The rest of the period is charged by the second.'] }),
});
export type ChangePreview = Static<typeof ChangePreview>;
