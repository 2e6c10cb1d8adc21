import { Type } from '#kernel/type.ts';

export const Money = (description: string) =>
  Type.Integer({ description: `${description} In minor units of the currency.`, examples: [990] });
export const Currency = () => Type.String({ description: 'Three-letter ISO 4217 currency code.', examples: ['EUR'] });
