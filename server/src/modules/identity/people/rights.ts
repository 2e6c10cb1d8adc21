import { validationError } from '#kernel/errors.ts';
import { RIGHTS, type Right } from '#kernel/http/caller.ts';
import { isScope, SCOPES, type Scope } from '#kernel/scopes.ts';
import { boundOf, type Restriction, reduce } from './bound.ts';
import type { MembershipRow } from './store.ts';

type Granted = Restriction & Pick<MembershipRow, 'role' | 'scopes' | 'rights'>;

const RIGHTS_OF_BOUND: readonly Right[] = ['audit', 'requests'];

/** Returns the scopes of a membership. An owner has all, a member the chosen ones. */
export function scopesOf({ role, scopes, ...restriction }: Omit<Granted, 'rights'>): readonly Scope[] {
  return reduce(role === 'owner' ? SCOPES : scopes.split(' ').filter(isScope), restriction);
}

export function rightsOf({ role, rights, ...restriction }: Granted): readonly Right[] {
  if (boundOf(restriction)) return role === 'owner' ? RIGHTS_OF_BOUND : [];
  return role === 'owner' ? RIGHTS : RIGHTS.filter((right) => rights.split(' ').includes(right));
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
  throw validationError([{ field: 'rights', message: `cannot include ${refused}, which is reserved for owners.` }]);
}
