import { DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { METRICS } from '../rules/schemas.ts';

export const ALERT_STATES = ['firing', 'resolved'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Metrics of servers, and those of checks. */
export const ALERT_METRICS = [...METRICS, 'check', 'certificate'] as const;
export type AlertMetric = (typeof ALERT_METRICS)[number];

export const Alert = Resource('MonitoringAlert', 'An alert of a rule or a check.', {
  id: OwnId,
  rule_id: Nullable(Id('Rule of the alert, which may have been removed since; null for alerts of checks.')),
  check_id: Nullable(Id('Check of the alert, which may have been removed since; null for alerts of rules.')),
  hosting_id: Nullable(Id('VPS of the alert, which may have been terminated since; null for alerts of checks.')),
  metric: OneOf(ALERT_METRICS, { description: 'Metric of the alert.' }),
  state: OneOf(ALERT_STATES, { description: 'State of the alert. An alert fires once and resolves once.' }),
  value: Nullable(
    Type.Number({ description: 'Measured value when the alert fired; null if there is none.', examples: [97.4] }),
  ),
  threshold: Nullable(
    Type.Number({ description: 'Threshold when the alert fired; null if there is none.', examples: [90] }),
  ),
  message: Type.String({
    description: 'Explanation in one sentence.',
    examples: ['The CPU of web1.example.com has been at 90 % or more for 15 minutes.'],
  }),
  started_at: DateTime('Time when the alert fired.'),
  resolved_at: Nullable(DateTime('Time when the alert resolved; null while it is firing.')),
});
export type Alert = Static<typeof Alert>;

export const AlertFilters = Type.Object({
  hosting_id: Type.Optional(Id('Returns only alerts of this VPS.')),
  rule_id: Type.Optional(Id('Returns only alerts of this rule.')),
  check_id: Type.Optional(Id('Returns only alerts of this check.')),
});
export type AlertFilters = Static<typeof AlertFilters>;
