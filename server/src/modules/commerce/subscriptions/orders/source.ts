import type { Query } from '@hostler/database';
import { validationError } from '#kernel/errors.ts';
import { authorize, type Customer } from '#kernel/http/caller.ts';
import type { Servers } from '../../../resources/hosting/index.ts';
import { errors, fieldErrors } from './errors.ts';
import type { OrderRequest } from './schemas.ts';
import type { NewOrder } from './service.ts';

type Sourced = Pick<OrderRequest, 'snapshot_id' | 'backup_id' | 'image' | 'ssh_keys'>;

/**
 * Adds the snapshot or backup that a request names to its order. The new server has the data of the original, so the
 * caller needs the scope of its restore. Throws FORBIDDEN, or another error if the plan does not fit.
 */
export function* addSource(
  caller: Customer,
  request: Sourced,
  order: NewOrder,
  servers: Pick<Servers, 'findSource'>,
): Query<NewOrder> {
  if (request.snapshot_id !== undefined) authorize('hosting.write', caller);
  if (request.backup_id !== undefined) authorize('backups.write', caller);
  const found = yield* servers.findSource(caller.account.id, request);
  if (!found) return order;
  const { plan } = order;
  if (request.image !== undefined) {
    throw validationError([fieldErrors.image_with_source('image', { source: found.name })]);
  }
  if (plan.kind !== found.kind) {
    throw errors.source_of_another_kind({
      source: found.name,
      source_kind: found.kind,
      plan: plan.name,
      plan_kind: plan.kind,
    });
  }
  if (plan.disk_gb < found.diskGb) {
    throw errors.source_disk_too_large({
      source: found.name,
      disk: found.diskGb,
      plan: plan.name,
      plan_disk: plan.disk_gb,
    });
  }
  const sshKeys = request.ssh_keys === undefined ? found.sshKeys : order.sshKeys;
  return { ...order, image: found.image, sshKeys, source: found.source };
}
