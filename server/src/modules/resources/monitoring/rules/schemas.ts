import { DateTime, Id, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';

export const METRICS = ['cpu', 'memory', 'disk', 'network', 'down'] as const;
export type Metric = (typeof METRICS)[number];

export const RULE_STATUSES = ['active', 'paused'] as const;
export type RuleStatus = (typeof RULE_STATUSES)[number];

/** `unknown`: there are no readings, or the server is off on purpose; which says nothing of it. */
const RULE_STATES = ['ok', 'firing', 'unknown'] as const;
export type RuleState = (typeof RULE_STATES)[number];

export const MOST_MINUTES = 1440;

const Threshold = (description: string) =>
  Nullable(Type.Number({ minimum: 0.1, maximum: 1_000_000, description, examples: [90] }));
const THRESHOLD =
  'Percent for cpu, memory and disk, Mbit/s of the busier direction for network; null for down, which has none.';
const Minutes = () =>
  Type.Integer({
    minimum: 1,
    maximum: MOST_MINUTES,
    description: 'It fires when the threshold was reached all this time, and resolves when it was 10 % below as long.',
    examples: [15],
  });

export const Rule = Resource('MonitoringRule', {
  id: Id('Assigned by the service.'),
  hosting_id: Id('The VPS that is watched.'),
  metric: OneOf(METRICS, { description: 'What is watched. `down`: the VPS is off, and nobody stopped it.' }),
  threshold: Threshold(THRESHOLD),
  minutes: Minutes(),
  status: OneOf(RULE_STATUSES, { description: 'A paused rule fires nothing.' }),
  state: OneOf(RULE_STATES, {
    description: 'How it is now; unknown while there are no readings, or while the VPS is off on purpose.',
  }),
  created_at: DateTime('When it was made.'),
  updated_at: DateTime('When it was last changed by somebody.'),
});
export type Rule = Static<typeof Rule>;

export const RuleFilters = Type.Object({ hosting_id: Type.Optional(Id('Only of this VPS.')) });

export const NewRule = Type.Object({
  hosting_id: Id('The VPS to watch.'),
  metric: OneOf(METRICS, { description: 'What to watch.' }),
  threshold: Type.Optional(Threshold(THRESHOLD)),
  minutes: Minutes(),
});
export type NewRule = Static<typeof NewRule>;

export const RuleChange = Type.Object({
  threshold: Type.Optional(Threshold(THRESHOLD)),
  minutes: Type.Optional(Minutes()),
  status: Type.Optional(OneOf(RULE_STATUSES, { description: 'Paused, it fires nothing; what fires resolves.' })),
});
export type RuleChange = Static<typeof RuleChange>;
