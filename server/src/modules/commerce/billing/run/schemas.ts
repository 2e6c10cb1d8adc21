import { Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { MaybeOwnedBy } from '../../owner-schemas.ts';
import { LINE_STATES } from './step.ts';

export const ForecastLine = Resource('ForecastLine', 'A task of the next billing run.', {
  step: Type.String({ description: 'Step of the run.', examples: ['renewals'] }),
  ...MaybeOwnedBy,
  state: OneOf(LINE_STATES, {
    description:
      '`done`: the run will do this. `failed`: the run will fail to do this. `held`: billing waits until the clock is trusted. `more`: further tasks are due.',
  }),
  what: Type.String({ description: 'The task in one sentence.', examples: ['An invoice is issued.'] }),
  reason: Nullable(Type.String({ description: 'Why the task is due.' })),
  amount: Nullable(Type.Integer({ description: 'Amount in minor units; null if there is none.', examples: [990] })),
  currency: Nullable(Type.String({ description: 'Currency of the amount.', examples: ['EUR'] })),
});
