import { SCOPES, type Scope } from '#kernel/scopes.ts';
import { explainSuspension, readSuspension } from './suspension.ts';

/**
 * Restriction of an account that signed itself up and has not paid its first invoice. It keeps strangers from using
 * paid resources for free. `served` means that the account already has a server, on trial or billed hourly, which it
 * may use.
 */
export type AccountBound = 'unpaid' | 'served';

/** Restrictions of an account. They apply to every person and key of the account. */
export interface Restriction {
  /** When the account began to wait for approval by staff. */
  waits_since?: number | null;
  bound?: AccountBound | null;
  /** JSON of the suspension by staff. */
  suspension?: string | null;
}

interface Bound {
  readonly scopes: readonly Scope[];
  readonly why: string;
}

/** While an account waits for approval, its people can read and open tickets. */
const FOR_WAITING: readonly Scope[] = [...SCOPES.filter((scope) => scope.endsWith('.read')), 'tickets.write'];
const FOR_UNPAID: readonly Scope[] = [...FOR_WAITING, 'billing.write'];
const FOR_SERVED: readonly Scope[] = [...FOR_UNPAID, 'hosting.write', 'hosting.console'];

/** Returns the scopes that the account may use, with a sentence for refusals. Undefined if it may use all. */
export function boundOf(restriction: Restriction): Bound | undefined {
  const before = boundOfNew(restriction);
  const suspension = readSuspension(restriction.suspension);
  if (!suspension) return before;
  const scopes: Scope[] = [...FOR_UNPAID];
  if (!suspension.withDns) scopes.push('domains.write');
  if (!suspension.withMail) scopes.push('emails.write');
  return {
    scopes: before ? scopes.filter((scope) => before.scopes.includes(scope)) : scopes,
    why: explainSuspension(suspension),
  };
}

function boundOfNew({ waits_since, bound }: Restriction): Bound | undefined {
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

/** Returns the scopes that the account may use. */
export function reduce(scopes: readonly Scope[], restriction: Restriction): readonly Scope[] {
  const bound = boundOf(restriction);
  return bound ? scopes.filter((scope) => bound.scopes.includes(scope)) : scopes;
}
