import type { Query } from '@hostler/database';
import type { FirewallPolicy, FirewallRule } from '#engines/vps/firewall.ts';
import type { Rule } from '../schemas.ts';
import { findPolicy, listRules } from './store.ts';

/** Returns the current packet rules of a server: those of all its firewalls together. Undefined if it never had any. */
export function* readPolicy(hostingId: number): Query<FirewallPolicy | undefined> {
  const row = yield* findPolicy(hostingId);
  if (!row) return undefined;
  const attached = yield* listRules(hostingId);
  const outbound = attached.flatMap((rules) => toEngine(rules.outbound));
  return {
    version: row.version,
    isolated: false,
    blockSmtp: false,
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
