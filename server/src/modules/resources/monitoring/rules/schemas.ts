import { CreatedAt, Id, Nullable, OneOf, OwnId, Resource, UpdatedAt } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const METRICS = ['cpu', 'memory', 'disk', 'network', 'down'] as const;
export type Metric = (typeof METRICS)[number];

export const RULE_STATUSES = ['active', 'paused'] as const;
export type RuleStatus = (typeof RULE_STATUSES)[number];

/** `unknown`: there are no readings, or the server is off on purpose. */
const RULE_STATES = ['ok', 'firing', 'unknown'] as const;
export type RuleState = (typeof RULE_STATES)[number];

export const MOST_MINUTES = 1440;

const Threshold = (description: string) =>
  Nullable(Type.Number({ minimum: 0.1, maximum: 1_000_000, description, examples: [90] }));
const THRESHOLD =
  'Threshold: percent for cpu, memory and disk, Mbit/s of the busier direction for network, null for down.';
const Minutes = () =>
  Type.Integer({
    minimum: 1,
    maximum: MOST_MINUTES,
    description: 'Minutes that the value must stay at the threshold to fire, and 10 % below it to resolve.',
    examples: [15],
  });

export const Rule = Resource('MonitoringRule', 'An alert rule for a metric of a VPS.', {
  id: OwnId,
  hosting_id: Id('VPS of the rule.'),
  metric: OneOf(METRICS, { description: 'Metric of the rule. `down`: the VPS is off although it should be running.' }),
  threshold: Threshold(THRESHOLD),
  minutes: Minutes(),
  status: OneOf(RULE_STATUSES, { description: 'Status of the rule. A paused rule does not fire.' }),
  state: OneOf(RULE_STATES, {
    description: 'Current state. `unknown`: there are no samples, or the VPS was stopped on purpose.',
  }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Rule = Static<typeof Rule>;

export const RuleFilters = Type.Object({ hosting_id: Type.Optional(Id('Returns only rules of this VPS.')) });

export const NewRule = Type.Object({
  hosting_id: Id('VPS of the rule.'),
  metric: OneOf(METRICS, { description: 'Metric of the rule.' }),
  threshold: Type.Optional(Threshold(THRESHOLD)),
  minutes: Minutes(),
});
export type NewRule = Static<typeof NewRule>;

export const RuleChange = Type.Object({
  threshold: Type.Optional(Threshold(THRESHOLD)),
  minutes: Type.Optional(Minutes()),
  status: Type.Optional(
    OneOf(RULE_STATUSES, { description: 'New status. A paused rule does not fire, and its alert resolves.' }),
  ),
});
export type RuleChange = Static<typeof RuleChange>;
