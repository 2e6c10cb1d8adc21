import { validationError } from '../../../kernel/errors.ts';
import { RIGHTS, type Right } from '../../../kernel/http/caller.ts';
import { isScope, SCOPES, type Scope } from '../../../kernel/http/scopes.ts';
import type { MembershipRow } from './store.ts';

/** `waits_since`: of the account, where staff have yet to look at it. */
interface Granted extends Pick<MembershipRow, 'role' | 'scopes' | 'rights'> {
  waits_since?: number | null;
}

/** In an account that waits people look around, and write to us. */
const isForWaiting = (scope: Scope) => scope.endsWith('.read') || scope === 'tickets.write';
const RIGHTS_OF_WAITING: readonly Right[] = ['audit', 'requests'];

/** What a membership lets its person do: an owner everything, a member what was chosen. */
export function scopesOf({ role, scopes, waits_since }: Omit<Granted, 'rights'>): readonly Scope[] {
  const granted = role === 'owner' ? SCOPES : scopes.split(' ').filter(isScope);
  return waits_since ? granted.filter(isForWaiting) : granted;
}

export function rightsOf({ role, rights, waits_since }: Granted): readonly Right[] {
  if (waits_since) return role === 'owner' ? RIGHTS_OF_WAITING : [];
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
