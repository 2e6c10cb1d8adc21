import { ActionId, Line, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

const fields = {
  address: Type.String({ description: 'IPv4 or IPv6 address.', examples: ['203.0.113.10'] }),
  family: Type.Integer({ description: 'IP version: 4 or 6.', examples: [4] }),
  prefix: Nullable(
    Type.Integer({
      description: 'Prefix length of the network; null if the address is not from a pool of the provider.',
      examples: [24],
    }),
  ),
  gateway: Nullable(
    Type.String({
      description: 'Gateway of the network; null if the address is not from a pool of the provider.',
      examples: ['203.0.113.1'],
    }),
  ),
  kind: OneOf(['primary', 'extra'], {
    description: '`primary`: the address of the order. `extra`: an additional one.',
  }),
  reverse: Nullable(
    Type.String({ description: 'Reverse name (PTR record); null if none is set.', examples: ['web.example.com'] }),
  ),
};

const HostingAddress = Resource('HostingAddress', 'An IP address of a VPS.', fields);
export type HostingAddress = Static<typeof HostingAddress>;

export const HostingAddresses = Type.Array(HostingAddress, { description: 'Addresses of the VPS, IPv4 first.' });

export const HostingAddressWithAction = Resource('HostingAddressWithAction', 'An IP address with the queued action.', {
  ...fields,
  action_id: ActionId,
});

export const ReverseRequest = Type.Object({
  address: Line({ maxLength: 64, description: 'Address of the VPS.', examples: ['203.0.113.10'] }),
  name: Nullable(
    Line({
      maxLength: 254,
      description: 'Host name that resolves to the address; null removes the reverse name.',
      examples: ['web.example.com'],
    }),
  ),
});
