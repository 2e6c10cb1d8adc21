import { RIGHTS, type Right } from '../../../kernel/http/caller.ts';
import { isScope, SCOPES, type Scope } from '../../../kernel/http/scopes.ts';
import type { MembershipRow } from './store.ts';

type Granted = Pick<MembershipRow, 'role' | 'scopes' | 'rights'>;

/** What a membership lets its person do: an owner everything, a member what was chosen. */
export function scopesOf({ role, scopes }: Granted): readonly Scope[] {
  return role === 'owner' ? SCOPES : scopes.split(' ').filter(isScope);
}

export function rightsOf({ role, rights }: Granted): readonly Right[] {
  return role === 'owner' ? RIGHTS : RIGHTS.filter((right) => rights.split(' ').includes(right));
}
