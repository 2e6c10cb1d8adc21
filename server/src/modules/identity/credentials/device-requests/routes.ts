import type { Database } from '@hostler/database';
import { custom, type Route } from '#kernel/http/route.ts';
import { errors } from '../errors.ts';
import { Collected, CollectRequest, Started, StartRequest } from './schemas.ts';
import type { DeviceRequestService } from './service.ts';

/** Small, because the caller is not authenticated when the body is read. */
const MAX_BODY_BYTES = 16 * 1024;
const STARTS_A_MINUTE = 60;
/** Enough for all open requests of an address at the interval that clients are told. */
const POLLS_A_MINUTE = 600;

export function deviceRoutes({ db, requests }: { db: Database; requests: DeviceRequestService }): Route[] {
  return [
    custom({
      method: 'POST',
      path: '/auth/device',
      operation: 'start',
      access: 'public',
      changesNothing: true,
      perAddress: STARTS_A_MINUTE,
      summary: 'Request an API key',
      description:
        'Starts a request for an API key, for programs on a device without a browser (RFC 8628). Show `user_code` and `verification_uri_complete` to the person. In the panel, the person compares the code, chooses the permissions and approves. The request expires after 10 minutes. An IP address can have 20 open requests.',
      status: 201,
      body: StartRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Started,
      errors: ['FORBIDDEN', 'CONFLICT'],
      async handle({ body }, { address, headers, inTurn }) {
        // The page shows the address of the program. A page elsewhere could send this request from a visitor's browser.
        if (headers.origin !== undefined) throw errors.device_request_from_page();
        return inTurn(() => db.write(() => requests.start(body, address)));
      },
    }),
    custom({
      method: 'POST',
      path: '/auth/device/collect',
      access: 'public',
      perAddress: POLLS_A_MINUTE,
      summary: 'Collect a requested API key',
      description:
        'Returns the decision about a request for an API key. Once it is approved, the response has the key. The key is created by this call, with the permissions that the person has now, and is returned once. If the key is collected again, it is revoked.',
      body: CollectRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Collected,
      errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'INVALID_SCOPES', 'QUOTA_EXCEEDED', 'ENVIRONMENT_MISMATCH'],
      async handle({ body }, { inTurn }) {
        return requests.collect(body.verifier, inTurn);
      },
    }),
  ];
}
