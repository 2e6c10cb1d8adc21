import { firewallProtocols } from '#engines/vps/driver.ts';
import { ActionId, CreatedAt, Id, Line, Nullable, OneOf, OwnId, Resource, UpdatedAt } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { fieldErrors } from './errors.ts';

export const FIREWALL_STATUSES = ['active', 'applying', 'failed'] as const;
export type FirewallStatus = (typeof FIREWALL_STATUSES)[number];

/** Fields to sort by, and their columns. */
export const FIREWALL_ORDERS = { created_at: 'id', name: '{folded name}', status: 'status' } as const;

/** Inbound and outbound rules of one firewall together. */
export const MAX_RULES = 100;
const MAX_NETWORKS = 20;
/** Networks in the rules of all firewalls of a server. They are the size of its packet rules on the host. */
export const MAX_NETWORKS_PER_SERVER = 1_000;
/** The same, summed over the servers of an account. */
export const MAX_NETWORKS_PER_ACCOUNT = 20_000;
export const MAX_FIREWALLS_PER_SERVER = 5;
const MAX_SERVERS = 100;

const ruleFields = {
  protocol: OneOf(firewallProtocols, {
    description: 'Protocol that the rule allows. `icmp` includes ICMPv6. `any` allows every protocol.',
  }),
  ports: Nullable(
    Type.String({
      maxLength: 11,
      description: 'A port or a range of ports; null allows all ports. Must be null for `icmp` and `any`.',
      examples: ['8000-8100'],
    }),
  ),
  networks: Type.Array(Type.String({ maxLength: 64 }), {
    minItems: 1,
    maxItems: MAX_NETWORKS,
    description:
      'Networks of the other side, in CIDR notation: sources of inbound packets, destinations of outbound packets.',
    examples: [['203.0.113.0/24', '2001:db8::/32']],
  }),
  description: Nullable(
    Line({
      maxLength: 200,
      description: 'Note about the rule; null if there is none.',
      examples: ['SSH from the office'],
    }),
  ),
};

const Rule = Resource('FirewallRule', 'A rule that allows packets.', ruleFields);
export type Rule = Static<typeof Rule>;

const NETWORKS = `Up to ${MAX_NETWORKS} networks of the other side, or single addresses. Host bits are cleared.`;
const EVERYWHERE = 'For every address, name `0.0.0.0/0` and `::/0`.';

const Networks = (description: string) =>
  Type.Array(Type.String({ maxLength: 64 }), {
    minItems: 1,
    maxItems: MAX_NETWORKS,
    description,
    examples: [['203.0.113.0/24', '2001:db8::/32']],
    'x-missing': fieldErrors.networks_missing,
  });

const newRuleFields = {
  protocol: ruleFields.protocol,
  ports: Type.Optional(ruleFields.ports),
  networks: Networks(`${NETWORKS} ${EVERYWHERE}`),
  description: Type.Optional(ruleFields.description),
};
const NewRule = Type.Object(newRuleFields);

const RuleChange = Type.Object({
  ...newRuleFields,
  networks: Type.Optional(
    Networks(
      `${NETWORKS} ${EVERYWHERE} May only be omitted for a current rule for every address that does not change.`,
    ),
  ),
});
export type RuleChange = Static<typeof RuleChange>;

const Name = Line({ minLength: 1, maxLength: 100, description: 'Name of the firewall.', examples: ['Web servers'] });
const INBOUND = `Rules for packets to the servers. Packets that no rule allows are dropped. A firewall has at most ${MAX_RULES} rules in total. The rules of all firewalls of a server have at most ${MAX_NETWORKS_PER_SERVER} networks in total; a rule for all addresses has two.`;
const OUTBOUND =
  'Rules for packets of the servers. Without outbound rules all packets pass; otherwise packets that no rule allows are dropped.';

const firewallFields = {
  id: OwnId,
  name: Name,
  status: OneOf(FIREWALL_STATUSES, {
    description:
      'Status of the firewall. `applying`: a change is not yet in effect on all servers. `failed`: a change could not be applied; it is retried automatically.',
  }),
  inbound: Type.Array(Rule, { description: INBOUND }),
  outbound: Type.Array(Rule, { description: OUTBOUND }),
  hosting_ids: Type.Array(Id('Server.'), { description: 'Servers that the firewall is attached to.' }),
  error: Nullable(
    Type.String({
      description: 'Reason of the status `failed`; null otherwise.',
      examples: ['The engine is not reachable at the moment.'],
    }),
  ),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
};

export const Firewall = Resource('Firewall', 'A named list of rules that protects servers.', firewallFields);
export type Firewall = Static<typeof Firewall>;

export const FirewallWithAction = Resource('FirewallWithAction', 'A firewall with the queued action.', {
  ...firewallFields,
  action_id: Nullable({ ...ActionId, description: `${ActionId.description} Null if no server is affected.` }),
});

const Rules = <R extends typeof NewRule | typeof RuleChange>(rule: R, description: string) =>
  Type.Array(rule, { maxItems: MAX_RULES, description });

export const NewFirewall = Type.Object({
  name: Name,
  inbound: Type.Optional(Rules(NewRule, INBOUND)),
  outbound: Type.Optional(Rules(NewRule, OUTBOUND)),
});
export type NewFirewall = Static<typeof NewFirewall>;

export const FirewallChange = Type.Object({
  name: Type.Optional(Name),
  inbound: Type.Optional(Rules(RuleChange, 'All inbound rules. They replace the current ones.')),
  outbound: Type.Optional(Rules(RuleChange, 'All outbound rules. They replace the current ones.')),
});
export type FirewallChange = Static<typeof FirewallChange>;

export const AttachRequest = Type.Object({
  hosting_ids: Type.Array(Id('Server.'), {
    minItems: 1,
    maxItems: MAX_SERVERS,
    description: 'Servers of the account.',
    examples: [[42]],
  }),
});
