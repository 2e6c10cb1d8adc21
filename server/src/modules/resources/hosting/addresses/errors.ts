import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  no_address_free: {
    code: 'CONFLICT',
    message:
      'No IPv{family} address is free in the region of this server. Nothing was added or charged. Try again later, or ask support.',
  },
  no_extra_addresses: {
    code: 'CONFLICT',
    message: 'The plan of this server offers no extra addresses. Change the plan, or ask support.',
  },
  too_many_extra_addresses: {
    code: 'CONFLICT',
    message: 'This server has {max} extra addresses, the most that its plan offers. Remove one first.',
  },
  primary_address_fixed: {
    code: 'CONFLICT',
    message: '{address} is the primary address of this server and cannot be removed.',
  },
  addresses_released: { code: 'CONFLICT', message: 'This server is terminated. Its addresses are released with it.' },
  address_being_removed: { code: 'CONFLICT', message: '{address} is being removed already.' },
  pool_overlaps: { code: 'CONFLICT', message: 'The network {network} overlaps pool {id} ({other}).' },
  too_many_pools: { code: 'CONFLICT', message: 'There are {max} pools already. Remove one first.' },
  pool_has_assigned: {
    code: 'CONFLICT',
    message: 'Servers have {count} addresses of pool {id}. Terminate them first.',
  },
  pool_has_reserved: { code: 'CONFLICT', message: 'Pool {id} has {count} reserved addresses. Release them first.' },
  address_is_gateway: { code: 'CONFLICT', message: '{address} is the gateway of its pool. No server gets it.' },
  address_of_server: { code: 'CONFLICT', message: 'Server {id} has the address {address}.' },
  address_not_reserved: { code: 'CONFLICT', message: '{address} is not reserved.' },
  name_not_checkable: { code: 'CONFLICT', message: 'The name {name} cannot be checked now. Try again in a minute.' },
  reverse_of_terminated: {
    code: 'CONFLICT',
    message: 'This server is terminated. Its reverse names cannot be changed.',
  },
  address_not_from_pool: {
    code: 'CONFLICT',
    message: '{address} is not from an address pool. Ask support for its reverse name.',
  },
  too_many_reverse_changes: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'A server allows {max} changes of reverse names per hour.',
  },
});

export const fieldErrors = defineFieldErrors({
  name_without_record:
    'must resolve to {address} first. It has no {type} record. Add a record {type} {address} and wait until it is visible.',
  name_resolves_elsewhere:
    'must resolve to {address} first. It resolves to {found}. Add a record {type} {address} and wait until it is visible.',
  not_an_address: 'must be an IPv4 or IPv6 address, like 203.0.113.7.',
  node_unknown: 'must be a node of the engine: {nodes}.',
  address_is_edge: 'is the first or last address of {network}. No server gets it.',
  not_a_host_name: 'must be a host name, like web.example.com.',
});
