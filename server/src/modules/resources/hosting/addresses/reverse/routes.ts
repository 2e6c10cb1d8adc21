import type { Database } from '@hostler/database';
import { isAppError } from '#kernel/errors.ts';
import { command, type Route, show } from '#kernel/http/route.ts';
import { type ForwardCheck, readReverseName } from './forward-check.ts';
import { HostingAddresses, HostingAddressWithAction, ReverseRequest } from './schemas.ts';
import type { ReverseService } from './service.ts';

interface Dependencies {
  db: Database;
  reverse: ReverseService;
  checkForward: ForwardCheck;
}

const id = { aliases: ['hosting_id'], description: 'Identifier of the VPS.' };

export function addressRoutes({ db, reverse, checkForward }: Dependencies): Route[] {
  /** Returns undefined for a missing record, which the transaction reports. */
  async function findIfPresent(accountId: number, hostingId: number, address: string) {
    try {
      return await db.read(reverse.find(accountId, hostingId, address));
    } catch (error) {
      if (isAppError(error, 'NOT_FOUND')) return undefined;
      throw error;
    }
  }

  return [
    show({
      path: '/hosting/addresses',
      operation: 'show',
      access: 'hosting.read',
      ofTheMoment: true,
      summary: 'List the addresses of a VPS',
      description: 'Returns the IP addresses of a VPS with their reverse names. A terminated VPS has none.',
      id,
      data: HostingAddresses,
      *handle(call) {
        return yield* reverse.list(call.caller.account.id, call.id);
      },
    }),
    command({
      path: '/hosting/addresses/reverse',
      access: 'hosting.write',
      summary: 'Set the reverse name of an address',
      description:
        'Sets the reverse name (PTR record) of an address, or removes it if `name` is null. The name must resolve to the address first; otherwise the error is `VALIDATION_ERROR`. At most 20 changes per hour and VPS. The name is reset when the VPS is terminated. Addresses that are not from a pool of the provider have no reverse name: the error is `CONFLICT`.',
      status: 202,
      message: 'Change of the reverse name queued.',
      id,
      body: ReverseRequest,
      data: HostingAddressWithAction,
      errors: ['CONFLICT'],
      async check({ caller, id: hostingId, body }) {
        if (caller.credential.environment === 'test' || body.name === null) return;
        const found = await findIfPresent(caller.account.id, hostingId, body.address);
        if (found?.row) await checkForward(readReverseName(body.name), found.address);
      },
      *handle({ caller, id: hostingId, body, now }) {
        return yield* reverse.set(caller.account.id, hostingId, body, now);
      },
    }),
  ];
}
