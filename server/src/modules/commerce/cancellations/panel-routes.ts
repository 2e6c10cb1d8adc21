import type { Database } from '@hostler/database';
import type { PanelCaller } from '#kernel/http/caller.ts';
import { custom, type Route } from '#kernel/http/route.ts';
import { formatTime } from '#kernel/time.ts';
import {
  CancelRequest,
  Declaration,
  DeclarationRequest,
  Objected,
  ObjectRequest,
  Received,
  WithdrawRequest,
} from './schemas.ts';
import type { CancellationService } from './service.ts';

/** Small, because the caller is not authenticated when the body is read. */
const MAX_BODY_BYTES = 32 * 1024;

export function cancellationRoutes({
  db,
  cancellations,
}: {
  db: Database;
  cancellations: CancellationService;
}): Route<PanelCaller>[] {
  return [
    custom({
      method: 'POST',
      path: '/farewells/cancel',
      access: 'public',
      changesNothing: true,
      summary: 'Cancel a contract without signing in',
      description:
        'Receives a cancellation. The response is always the same. A receipt is sent to the given address. If name, address and contract match a customer, the subscription ends with its period, and the stored address gets a notice with a link to object for 14 days.',
      body: CancelRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Received,
      async handle({ body }, { address, inTurn }) {
        const at = await inTurn(() => db.write(() => cancellations.receive('cancel', body, address)));
        return { received_at: formatTime(at) };
      },
    }),
    custom({
      method: 'POST',
      path: '/farewells/withdraw',
      access: 'public',
      changesNothing: true,
      summary: 'Withdraw from a contract without signing in',
      description:
        'Receives a withdrawal and forwards it to staff. The response is always the same. A receipt is sent to the given address.',
      body: WithdrawRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Received,
      async handle({ body }, { address, inTurn }) {
        const at = await inTurn(() => db.write(() => cancellations.receive('withdraw', body, address)));
        return { received_at: formatTime(at) };
      },
    }),
    custom({
      method: 'POST',
      path: '/farewells/declaration',
      access: 'public',
      changesNothing: true,
      summary: 'Get a declaration',
      description:
        'Returns the cancellation or withdrawal that a receipt confirms. The link in the receipt is valid for 1 year.',
      body: DeclarationRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Declaration,
      errors: ['NOT_FOUND'],
      async handle({ body }, { address, inTurn }) {
        const found = await inTurn(() => db.write(() => cancellations.showDeclaration(body.token, address)));
        const { kind, name, email, contract, reason, wished_end, received_at } = found;
        return { kind, name, email, contract, reason, wished_end, received_at: formatTime(received_at) };
      },
    }),
    custom({
      method: 'POST',
      path: '/farewells/object',
      access: 'public',
      summary: 'Object to a cancellation',
      description: 'Revokes a cancellation with the link in the notice. The subscription continues as before.',
      body: ObjectRequest,
      maxBodyBytes: MAX_BODY_BYTES,
      data: Objected,
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ body }, { inTurn }) {
        return inTurn(() => db.write(() => cancellations.object(body.token)));
      },
    }),
  ];
}
