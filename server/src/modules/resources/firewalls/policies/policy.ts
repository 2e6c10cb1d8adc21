import type { Query } from '@hostler/database';
import type { FirewallPolicy, FirewallRule } from '#engines/vps/driver.ts';
import type { Rule } from '../schemas.ts';
import { findSmtp } from '../smtp/store.ts';
import { findPolicy, isIsolated, listRules } from './store.ts';

/** Returns whether outgoing mail of an account is blocked; the setting decides about accounts without a decision. */
export function* isSmtpBlocked(accountId: number, byDefault: boolean): Query<boolean> {
  const allowed = yield* findSmtp(accountId);
  return allowed === undefined ? byDefault : !allowed;
}

/** Returns the current packet rules of a server: those of all its firewalls together. Undefined if it never had any. */
export function* readPolicy(hostingId: number, smtpBlocked: boolean): Query<FirewallPolicy | undefined> {
  const row = yield* findPolicy(hostingId);
  if (!row) return undefined;
  const attached = yield* listRules(hostingId);
  const outbound = attached.flatMap((rules) => toEngine(rules.outbound));
  return {
    version: row.version,
    isolated: yield* isIsolated(hostingId),
    blockSmtp: yield* isSmtpBlocked(row.account_id, smtpBlocked),
    inbound: attached.length === 0 ? null : attached.flatMap((rules) => toEngine(rules.inbound)),
    outbound: outbound.length === 0 ? null : outbound,
  };
}

/** Returns whether a machine must not run without the policy. */
export function isRequired({ isolated, inbound, outbound }: FirewallPolicy): boolean {
  return isolated || inbound !== null || outbound !== null;
}

function toEngine(rules: string): FirewallRule[] {
  return (JSON.parse(rules) as Rule[]).map(({ protocol, ports, networks }) => ({ protocol, ports, networks }));
}
