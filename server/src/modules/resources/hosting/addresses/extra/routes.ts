import { authorize } from '#kernel/http/caller.ts';
import { command, type Route, show } from '#kernel/http/route.ts';
import { refuseSuspended } from '../../../../identity/accounts/index.ts';
import { HostingAddressWithAction } from '../reverse/schemas.ts';
import { AddressOffer, AddressRemoval, NewAddress } from './schemas.ts';
import type { ExtraAddressService } from './service.ts';

const id = { aliases: ['hosting_id'], description: 'Identifier of the VPS.' };

export function extraAddressRoutes(addresses: ExtraAddressService): Route[] {
  return [
    show({
      path: '/hosting/addresses/offer',
      access: 'hosting.read',
      ofTheMoment: true,
      summary: 'Get the price of an extra address',
      description:
        'Returns the price of an extra address, the IP versions that are offered and how many addresses the VPS can have, by the plan version of its subscription.',
      id,
      data: AddressOffer,
      *handle(call) {
        return yield* addresses.offer(call.caller.account.id, call.id);
      },
    }),
    command({
      path: '/hosting/addresses',
      access: 'hosting.write',
      summary: 'Add an address to a VPS',
      description:
        'Adds an extra IPv4 or IPv6 address to a running or stopped VPS (action `hosting.add-address`). It costs the monthly price of `GET /hosting/addresses/offer`, which stays fixed while the VPS has the address. It is billed after each calendar month, by the second. Also requires the scope `billing.write`. The address is on a network interface of its own: configure the interface inside the VPS, with the address alone and a route of its own to `gateway`. The number per VPS is limited by the plan, and to 16. If the plan offers none, no address is free, the subscription is not active, or no payment method or credit covers a month, the error is `CONFLICT` and nothing is charged.',
      status: 202,
      message: 'Address added.',
      id,
      body: NewAddress,
      data: HostingAddressWithAction,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id: hostingId, body, now }) {
        authorize('billing.write', caller);
        yield* refuseSuspended(caller.account.id);
        return yield* addresses.add(caller.account.id, hostingId, body.family, now);
      },
    }),
    command({
      path: '/hosting/addresses/remove',
      access: 'hosting.write',
      summary: 'Remove an extra address',
      description:
        'Removes an extra address from a VPS (action `hosting.remove-address`). It is billed until this request. No other VPS gets the address for 14 days by default, and its reverse name is reset. A primary address cannot be removed: the error is `CONFLICT`.',
      status: 202,
      message: 'Removal queued.',
      id,
      body: AddressRemoval,
      data: HostingAddressWithAction,
      errors: ['CONFLICT'],
      *handle({ caller, id: hostingId, body, now }) {
        return yield* addresses.remove(caller.account.id, hostingId, body.address, now);
      },
    }),
  ];
}
