import type { Rule } from '../schemas.ts';

/** JSON arrays of rules, as stored. */
interface StoredRules {
  readonly inbound: string;
  readonly outbound: string;
}

/** Returns the size of a firewall: a network counts in each rule that names it. */
export function countNetworks({ inbound, outbound }: StoredRules): number {
  return [inbound, outbound]
    .flatMap((rules) => JSON.parse(rules) as Rule[])
    .reduce((sum, { networks }) => sum + networks.length, 0);
}
