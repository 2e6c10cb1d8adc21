import type { Environment } from '#kernel/environment.ts';
import { validationError } from '#kernel/errors.ts';
import { RIGHTS, type Right } from '#kernel/http/caller.ts';
import { isScope, SCOPES, type Scope } from '#kernel/scopes.ts';
import { boundOf, isOnlyUnpaid, type Restriction, reduce, withholdFrom } from './bound.ts';
import { fieldErrors } from './errors.ts';
import type { MembershipRow } from './store.ts';

type Granted = Restriction & Pick<MembershipRow, 'role' | 'scopes' | 'rights'>;

const RIGHTS_OF_BOUND: readonly Right[] = ['audit', 'requests'];
/** An account that has not paid yet creates keys for the sandbox. */
const RIGHTS_OF_UNPAID: readonly Right[] = ['keys', ...RIGHTS_OF_BOUND];

/** Returns the scopes of a membership. An owner has all, a member the chosen ones. */
export function scopesOf(
  { role, scopes, ...restriction }: Omit<Granted, 'rights'>,
  environment: Environment = 'live',
): readonly Scope[] {
  return reduce(role === 'owner' ? SCOPES : scopes.split(' ').filter(isScope), restriction, environment);
}

export function rightsOf({ role, rights, ...restriction }: Granted): readonly Right[] {
  const full = role === 'owner' ? RIGHTS : RIGHTS.filter((right) => rights.split(' ').includes(right));
  if (!boundOf(restriction)) return full;
  const most = isOnlyUnpaid(restriction) ? RIGHTS_OF_UNPAID : RIGHTS_OF_BOUND;
  return full.filter((right) => most.includes(right));
}

/** Returns all permissions of a membership, and what a restriction of the account takes from it. */
export function permissionsOf(membership: Granted) {
  const rights = rightsOf(membership);
  const isOwner = membership.role === 'owner';
  const full = [
    ...(isOwner ? SCOPES : membership.scopes.split(' ')),
    ...(isOwner ? RIGHTS : membership.rights.split(' ')),
  ];
  return {
    scopes: new Set([...scopesOf(membership), ...rights]),
    sandboxScopes: new Set(scopesOf(membership, 'test')),
    bound: withholdFrom(full, membership, 'live', rights),
  };
}

/** Scopes and rights of a member. */
export interface Grant {
  scopes?: readonly Scope[] | undefined;
  rights?: readonly Right[] | undefined;
}

/** Members can have one of the rights. The others are for owners, who have all. */
export function readGrant({ scopes = [], rights = [] }: Grant) {
  const refused = rights.find((right) => right !== 'keys');
  if (refused === undefined) return { scopes, rights };
  throw validationError([fieldErrors.right_reserved_for_owners('rights', { right: refused })]);
}
