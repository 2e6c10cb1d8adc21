import { Line, Nullable, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import type { Family } from '../pools/network.ts';

const IpVersion = (keywords: object = {}) => Type.Unsafe<Family>({ type: 'integer', enum: [4, 6], ...keywords });

export const NewAddress = Type.Object({
  family: IpVersion({ description: 'IP version of the address.', examples: [4] }),
});

export const AddressRemoval = Type.Object({
  address: Line({ maxLength: 64, description: 'Extra address of the VPS.', examples: ['203.0.113.11'] }),
});

export const AddressOffer = Resource('AddressOffer', 'The extra addresses that the plan of a VPS offers.', {
  price: Nullable(
    Type.Integer({
      description: 'Price of an extra address per calendar month, in minor units; null if the plan offers none.',
      examples: [200],
    }),
  ),
  currency: Nullable(
    Type.String({ description: 'Currency of the price as ISO 4217 code; null without a price.', examples: ['EUR'] }),
  ),
  tax_included: Type.Boolean({ description: 'True if the price includes tax.', examples: [false] }),
  families: Type.Array(IpVersion(), {
    description: 'IP versions that are offered where the VPS is. One price and one maximum apply to both.',
    examples: [[4, 6]],
  }),
  max: Type.Integer({ description: 'Number of extra addresses that the VPS can have.', examples: [4] }),
  count: Type.Integer({ description: 'Number of extra addresses that the VPS has.', examples: [1] }),
});
