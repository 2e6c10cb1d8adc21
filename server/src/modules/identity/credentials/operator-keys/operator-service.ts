import type { Query, StaffListRequest } from '@hostler/database';
import { sha256 } from '#kernel/crypto.ts';
import { notFound, validationError } from '#kernel/errors.ts';
import { readStaffRoles } from '#kernel/staff-roles.ts';
import type { Clock } from '#kernel/time.ts';
import { errors, fieldErrors } from '../errors.ts';
import { checkNameAndEnd, checkNetworks, DEFAULT_RATE_LIMIT, generateOperatorKey, HINT_LENGTH } from '../index.ts';
import {
  findOperatorKey,
  insertOperatorKey,
  listOperatorKeys,
  type OperatorKeyStatus,
  revokeOperatorKey,
} from './store.ts';
import { viewOperatorKey } from './view.ts';

export { OPERATOR_KEY_STATUSES } from './store.ts';

const MAX_RATE_LIMIT = 100_000;

interface NewOperatorKey {
  name: string;
  /** Roles of the key. */
  role: readonly string[] | string;
  /** Requests per minute. */
  rate_limit?: number | undefined;
  /** Networks that may use the key. Empty means any network. */
  allowed_networks?: readonly string[] | undefined;
  /** Without it the key does not expire. */
  expires_at?: number | undefined;
  /** The staff member who creates it, and their roles. The key never has a role that they lack. */
  made_by?: { readonly id: number | null; readonly roles: ReadonlySet<string> } | undefined;
}

export type OperatorKeyService = ReturnType<typeof createOperatorKeyService>;

export function createOperatorKeyService({ clock }: { clock: Clock }) {
  /** Returns the key itself, this once. */
  function* create({ name, role, made_by, ...given }: NewOperatorKey) {
    const { rate_limit = DEFAULT_RATE_LIMIT, allowed_networks = [], expires_at = null } = given;
    const roles = readStaffRoles(role);
    const now = clock.now();
    const details = [
      ...checkNameAndEnd(name, expires_at, now),
      ...(rate_limit >= 1 && rate_limit <= MAX_RATE_LIMIT ? [] : [fieldErrors.rate_limit_out_of_range('rate_limit')]),
    ];
    if (details.length > 0) throw validationError(details);
    checkNetworks(allowed_networks);
    const lacking = made_by && roles.split(',').find((one) => !made_by.roles.has(one));
    if (lacking) throw errors.staff_role_beyond_yours({ role: lacking });
    const key = generateOperatorKey();
    const row = {
      name: name.trim(),
      roles,
      hint: key.slice(-HINT_LENGTH),
      rate_limit,
      allowed_networks: [...new Set(allowed_networks)].join(','),
      expires_at,
      made_by: made_by?.id ?? null,
      created_at: now,
    };
    const made = yield* insertOperatorKey(row, { hash: sha256(key) });
    return { ...viewOperatorKey({ ...made, last_used_at: null, last_used_from: null }), key };
  }

  function* list(request: StaffListRequest<OperatorKeyStatus> = {}): Query<ReturnType<typeof viewOperatorKey>[]> {
    return (yield* listOperatorKeys({ ...request, now: clock.now() })).map(viewOperatorKey);
  }

  /** Revokes the key. Every process refuses it within a second. */
  function* revoke({ id }: { id: number }): Query<ReturnType<typeof viewOperatorKey>> {
    yield* revokeOperatorKey({ id, now: clock.now() });
    const row = yield* findOperatorKey(id);
    if (!row) throw notFound('Operator key');
    return viewOperatorKey(row);
  }

  return { create, list, revoke };
}
