import type { Query } from '@hostler/database';
import { validationError } from '#kernel/errors.ts';
import { authorize, type Customer } from '#kernel/http/caller.ts';
import { Id, Line, Nullable, Resource } from '#kernel/schema.ts';
import { type Static, type TProperties, Type } from '#kernel/type.ts';
import { fieldErrors } from './errors.ts';

export const RestoreRequest = Type.Object({
  hostname: Type.Optional(
    Line({
      minLength: 1,
      maxLength: 253,
      description: 'Hostname of a new VPS to restore into. Requires `plan`. Default: the resource itself is restored.',
      examples: ['copy.example.com'],
    }),
  ),
  plan: Type.Optional(
    Line({
      minLength: 1,
      maxLength: 200,
      description: 'Id or name of the plan of the new VPS. Its disk must be at least as large as that of the original.',
      examples: ['VPS S'],
    }),
  ),
});
export type RestoreRequest = Static<typeof RestoreRequest>;

export function describeRestore<P extends TProperties>(backupFields: P) {
  return Resource('BackupRestore', 'A backup with the queued action or the order of a new VPS.', {
    ...backupFields,
    action_id: Nullable(Id('Queued action; null for a new VPS whose order is not paid yet.')),
    subscription_id: Nullable(Id('Subscription of the new VPS; null if the resource itself is restored.')),
  });
}

export interface ServerOrder {
  readonly hostname: string;
  readonly plan: string;
  readonly backup_id: number;
}

interface PlacedOrder {
  readonly subscriptionId: number;
  /** Creates the server. Null if the order waits for its payment or for a review. */
  readonly actionId: number | null;
}

/** Orders a server that is created from a backup. Registered by the module that sells. */
export type OrderServer = (caller: Customer, order: ServerOrder, now: number) => Query<PlacedOrder>;

export class ServerOrders {
  #order: OrderServer | undefined;

  register(order: OrderServer): void {
    this.#order = order;
  }

  /** Orders the server that a request names. Returns undefined if it names none. */
  *place(caller: Customer, backupId: number, request: RestoreRequest, now: number): Query<PlacedOrder | undefined> {
    const { hostname, plan } = request;
    if (hostname === undefined && plan === undefined) return undefined;
    if (hostname === undefined) throw missing('hostname', 'plan');
    if (plan === undefined) throw missing('plan', 'hostname');
    authorize('billing.write', caller);
    if (!this.#order) throw new Error('Nobody sells servers here.');
    return yield* this.#order(caller, { hostname, plan, backup_id: backupId }, now);
  }
}

function missing(field: string, other: string) {
  return validationError([fieldErrors.required_together(field, { other })]);
}
