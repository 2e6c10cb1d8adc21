import type { Query } from '@hostler/database';
import { conflict, validationError } from '#kernel/errors.ts';
import { authorize, type Customer } from '#kernel/http/caller.ts';
import type { Servers } from '../../../resources/hosting/index.ts';
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
    throw validationError([{ field: 'image', message: `must be omitted: the disk comes from the ${found.name}.` }]);
  }
  if (plan.kind !== found.kind) {
    throw conflict(
      `This ${found.name} is of a ${found.kind}, and ${plan.name} is a ${plan.kind}. Choose another plan.`,
    );
  }
  if (plan.disk_gb < found.diskGb) {
    throw conflict(
      `The disk of this ${found.name} has ${found.diskGb} GB, and ${plan.name} has ${plan.disk_gb} GB. Choose a larger plan.`,
    );
  }
  const sshKeys = request.ssh_keys === undefined ? found.sshKeys : order.sshKeys;
  return { ...order, image: found.image, sshKeys, source: found.source };
}
