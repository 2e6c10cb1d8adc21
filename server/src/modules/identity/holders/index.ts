import type { Query } from '@hostler/database';
import type { Customer, StaffCaller } from '#kernel/http/caller.ts';
import { admits, parseNetworks } from '#kernel/net/networks.ts';
import type { Scope } from '#kernel/scopes.ts';
import type { StaffRole } from '#kernel/staff-roles.ts';
import { findFamilyKey, findKeys, toCaller, toTokenCaller } from '../credentials/index.ts';
import { scopesOf } from '../people/index.ts';
import { findTokenGround } from '../sign-in/index.ts';
import { networksOfKey, rolesOfKey, rolesOfSession } from './store.ts';

export const HOLDER_KINDS = ['key', 'token_family', 'session', 'staff_session', 'operator_key'] as const;

/**
 * The credential that something long-lived was started with, for example an open terminal. It names records, not
 * secrets, so every process can check whether its rights still exist.
 */
export interface Holder {
  readonly kind: (typeof HOLDER_KINDS)[number];
  readonly id: number;
}

export function holderOf({ credential: { kind, id, dependsOn } }: Customer): Holder {
  if (dependsOn) return dependsOn;
  if (kind !== 'key') throw new Error(`a credential of the kind ${kind} cannot hold anything`);
  return { kind: 'key', id };
}

export function staffHolderOf({ session, credential }: StaffCaller): Holder {
  return session ? { kind: 'staff_session', id: session.id } : { kind: 'operator_key', id: credential.id };
}

/** Returns whether a customer's credential is still valid in the account and has the scope. */
export function* isStillGranted(holder: Holder, accountId: number, scope: Scope, now: number): Query<boolean> {
  if (holder.kind === 'session') {
    const ground = yield* findTokenGround({ session_id: holder.id, account_id: accountId, now });
    return ground !== undefined && scopesOf(ground).includes(scope);
  }
  const isToken = holder.kind === 'token_family';
  const token = isToken ? yield* findFamilyKey(holder.id) : undefined;
  const [key] = isToken ? [token] : yield* findKeys([holder.id]);
  if (!key || key.account_id !== accountId || (key.expires_at !== null && key.expires_at <= now)) return false;
  const { credential } = token ? toTokenCaller(token) : toCaller(key);
  return credential.refuse === undefined && credential.scopes.has(scope);
}

/** Returns whether the networks that the credential is bound to contain the address. */
export function* isHeldFrom({ kind, id }: Holder, address: string): Query<boolean> {
  switch (kind) {
    case 'key':
      return admits(parseNetworks((yield* findKeys([id]))[0]?.allowed_networks ?? ''), address);
    case 'token_family':
      return admits(parseNetworks((yield* findFamilyKey(id))?.allowed_networks ?? ''), address);
    case 'operator_key':
      return admits(parseNetworks(yield* networksOfKey(id)), address);
    default:
      return true;
  }
}

/** Returns whether staff still have one of the roles. */
export function* isStillStaff(holder: Holder, roles: readonly StaffRole[], now: number): Query<boolean> {
  const held =
    holder.kind === 'staff_session' ? yield* rolesOfSession(holder.id, now) : yield* rolesOfKey(holder.id, now);
  return held.some((role) => roles.includes(role));
}
