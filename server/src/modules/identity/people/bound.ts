import type { Environment } from '#kernel/environment.ts';
import type { AppError } from '#kernel/errors.ts';
import type { Withheld } from '#kernel/http/caller.ts';
import { SCOPES, type Scope } from '#kernel/scopes.ts';
import { errors } from './errors.ts';
import { readSuspension, suspendedError } from './suspension.ts';

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
  readonly refuse: () => AppError;
}

/** While an account waits for approval, its people can read and open tickets. */
const FOR_WAITING: readonly Scope[] = [...SCOPES.filter((scope) => scope.endsWith('.read')), 'tickets.write'];
const FOR_UNPAID: readonly Scope[] = [...FOR_WAITING, 'billing.write'];
const FOR_SERVED: readonly Scope[] = [...FOR_UNPAID, 'hosting.write', 'hosting.console'];

/**
 * The sandbox costs nothing, so it needs no payment. Webhooks of the sandbox send real requests to any address, and a
 * console holds a connection: they wait for the payment.
 */
const FREE_IN_SANDBOX: readonly Scope[] = SCOPES.filter(
  (scope) => scope !== 'webhooks.write' && scope !== 'hosting.console',
);

/** Returns the scopes that the account may use, with the error for refusals. Undefined if it may use all. */
export function boundOf(restriction: Restriction, environment: Environment = 'live'): Bound | undefined {
  const before = boundOfNew(restriction, environment);
  const suspension = readSuspension(restriction.suspension);
  if (!suspension) return before;
  const scopes: Scope[] = [...FOR_UNPAID];
  if (!suspension.withDns) scopes.push('domains.write');
  if (!suspension.withMail) scopes.push('emails.write');
  return {
    scopes: before ? scopes.filter((scope) => before.scopes.includes(scope)) : scopes,
    refuse: () => suspendedError(suspension),
  };
}

function boundOfNew({ waits_since, bound }: Restriction, environment: Environment): Bound | undefined {
  if (waits_since) {
    return {
      scopes: FOR_WAITING,
      refuse: () => errors.account_in_review(),
    };
  }
  if (!bound) return undefined;
  const isServed = bound === 'served';
  const refuse = () => (isServed ? errors.first_payment_missing_with_server() : errors.first_payment_missing());
  const scopes = isServed ? FOR_SERVED : FOR_UNPAID;
  if (environment === 'live') return { scopes, refuse };
  return { scopes: [...new Set([...scopes, ...FREE_IN_SANDBOX])], refuse };
}

/** Returns true if the only restriction of the account is that it has not paid yet. */
export function isOnlyUnpaid({ waits_since, bound, suspension }: Restriction): boolean {
  return Boolean(bound) && !waits_since && !readSuspension(suspension);
}

/** Returns the scopes that the account may use. */
export function reduce(
  scopes: readonly Scope[],
  restriction: Restriction,
  environment: Environment = 'live',
): readonly Scope[] {
  const bound = boundOf(restriction, environment);
  return bound ? scopes.filter((scope) => bound.scopes.includes(scope)) : scopes;
}

/** Returns what the restriction takes from a credential. Undefined if the account is not restricted. */
export function withholdFrom(
  all: readonly string[],
  restriction: Restriction,
  environment: Environment = 'live',
  left: readonly string[] = [],
): Withheld | undefined {
  const bound = boundOf(restriction, environment);
  if (!bound) return undefined;
  const kept = new Set<string>([...bound.scopes, ...left]);
  return { refuse: bound.refuse, from: new Set(all.filter((name) => !kept.has(name))) };
}
