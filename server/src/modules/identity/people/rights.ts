import { validationError } from '../../../kernel/errors.ts';
import { RIGHTS, type Right } from '../../../kernel/http/caller.ts';
import { isScope, SCOPES, type Scope } from '../../../kernel/http/scopes.ts';
import type { MembershipRow } from './store.ts';

type Granted = Pick<MembershipRow, 'role' | 'scopes' | 'rights'>;

/** What a membership lets its person do: an owner everything, a member what was chosen. */
export function scopesOf({ role, scopes }: Pick<Granted, 'role' | 'scopes'>): readonly Scope[] {
  return role === 'owner' ? SCOPES : scopes.split(' ').filter(isScope);
}

export function rightsOf({ role, rights }: Granted): readonly Right[] {
  return role === 'owner' ? RIGHTS : RIGHTS.filter((right) => rights.split(' ').includes(right));
}

/** What a member is given. */
export interface Grant {
  scopes?: readonly Scope[] | undefined;
  rights?: readonly Right[] | undefined;
}

/** Of the rights a member can have one; the others are for owners, who have everything anyway. */
export function readGrant({ scopes = [], rights = [] }: Grant) {
  const refused = rights.find((right) => right !== 'keys');
  if (refused === undefined) return { scopes, rights };
  throw validationError([{ field: 'rights', message: `cannot be ${refused} for a member: that is for owners.` }]);
}
