import { SCOPES, type Scope } from '../../../kernel/http/scopes.ts';

/**
 * What an account that signed itself up may do before its first invoice is paid, so that nobody gets for nothing what costs
 * somebody something. `served`: it has a server already, on trial or paid by the hour, which it may use.
 */
export type AccountBound = 'unpaid' | 'served';

/** What keeps an account from using everything, whoever acts for it. */
export interface Standing {
  /** Staff have yet to look at it. */
  waits_since?: number | null;
  bound?: AccountBound | null;
}

/** People look around, and write to us. */
const FOR_WAITING: readonly Scope[] = [...SCOPES.filter((scope) => scope.endsWith('.read')), 'tickets.write'];
const FOR_UNPAID: readonly Scope[] = [...FOR_WAITING, 'billing.write'];
const FOR_SERVED: readonly Scope[] = [...FOR_UNPAID, 'hosting.write'];

/** The scopes that an account may use, and a sentence for those who ask for more; undefined where it may use all. */
export function boundOf({ waits_since, bound }: Standing): { scopes: readonly Scope[]; why: string } | undefined {
  if (waits_since) {
    return {
      scopes: FOR_WAITING,
      why: 'We look at this account first; until then it can only read and write tickets.',
    };
  }
  if (!bound) return undefined;
  const isServed = bound === 'served';
  const most = isServed ? 'read, order, pay, write tickets and use its servers' : 'read, order, pay and write tickets';
  const why = `Until its first invoice is paid, this account can only ${most}.`;
  return { scopes: isServed ? FOR_SERVED : FOR_UNPAID, why };
}

/** What is left of scopes in such an account. */
export function reduce(scopes: readonly Scope[], standing: Standing): readonly Scope[] {
  const bound = boundOf(standing);
  return bound ? scopes.filter((scope) => bound.scopes.includes(scope)) : scopes;
}
