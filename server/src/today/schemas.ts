import { Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { TODAY_KEYS, TODAY_TONES } from '#kernel/today-source.ts';
import { type Static, Type } from '#kernel/type.ts';

const TodayAmount = Resource('TodayAmount', 'An amount of one currency.', {
  currency: Type.String({ description: 'Three-letter ISO 4217 currency code.', examples: ['EUR'] }),
  amount: Type.Integer({ description: 'Amount in minor units of the currency.', examples: [990] }),
});

const TodayNumber = Resource('TodayNumber', 'One number of the page Today.', {
  key: OneOf(TODAY_KEYS, { description: 'Name of the number.' }),
  count: Nullable(Type.Integer({ description: 'Number of records; null if it is not known yet.', examples: [3] })),
  capped: Type.Boolean({ description: 'True if there are more records than `count`.', examples: [false] }),
  amounts: Type.Array(TodayAmount, { description: 'Amounts of the counted records by currency, if they have any.' }),
  detail: Nullable(Type.String({ description: 'More about the number; null if there is nothing.', examples: ['vps'] })),
  tone: OneOf(TODAY_TONES, {
    description:
      '`good`: nothing to do. `idle`: for information. `wait`: staff should act. `bad`: something is broken.',
  }),
  url: Type.String({ description: 'Address of the list in the console.', examples: ['/operator/tickets'] }),
});
export type TodayNumber = Static<typeof TodayNumber>;

export const Today = Resource('Today', 'The numbers of the page Today that the caller may read.', {
  numbers: Type.Array(TodayNumber, { description: 'Numbers in the order of the page.' }),
});
