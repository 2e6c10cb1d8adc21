import { DateTime, Id, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';
import { METRICS } from '../rules/schemas.ts';

export const ALERT_STATES = ['firing', 'resolved'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Those of servers, and those of checks. */
export const ALERT_METRICS = [...METRICS, 'check', 'certificate'] as const;
export type AlertMetric = (typeof ALERT_METRICS)[number];

export const Alert = Resource('MonitoringAlert', {
  id: Id('Assigned by the service.'),
  rule_id: Nullable(Id('The rule that it is of; the rule may have been removed since.')),
  check_id: Nullable(Id('The check that it is of; the check may have been removed since.')),
  hosting_id: Nullable(Id('The VPS that it is about; it may have been terminated since.')),
  metric: OneOf(ALERT_METRICS, { description: 'What was measured.' }),
  state: OneOf(ALERT_STATES, { description: 'An alert fires once and resolves once.' }),
  value: Nullable(Type.Number({ description: 'What was measured when it fired.', examples: [97.4] })),
  threshold: Nullable(Type.Number({ description: 'What it was held against then.', examples: [90] })),
  message: Type.String({
    description: 'What happened, as one sentence.',
    examples: ['The CPU of web1.example.com has been at 90 % or more for 15 minutes.'],
  }),
  started_at: DateTime('When it fired.'),
  resolved_at: Nullable(DateTime('When it resolved; null while it fires.')),
});
export type Alert = Static<typeof Alert>;

export const AlertFilters = Type.Object({
  hosting_id: Type.Optional(Id('Only of this VPS.')),
  rule_id: Type.Optional(Id('Only of this rule.')),
  check_id: Type.Optional(Id('Only of this check.')),
});
export type AlertFilters = Static<typeof AlertFilters>;
