import type { EventType } from '@hostler/sdk';
import { plural, t } from '@lingui/core/macro';

/** Descriptions of all event types; a missing one does not compile. */
export const EVENT_TEXTS: Readonly<Record<EventType, string>> = {
  'ticket.created': t`A ticket was opened, by you or by support.`,
  'ticket.replied': t`You or support replied to a ticket.`,
  'ticket.closed': t`A ticket was closed.`,
  'hosting.created': t`A server is ready.`,
  'hosting.restarted': t`A server was restarted.`,
  'hosting.suspended': t`A server was suspended.`,
  'domain.added': t`A domain was added.`,
  'backup.created': t`A backup was created and verified.`,
  'application.installed': t`An application was installed.`,
  'monitoring.alert': t`An alert fired or was resolved.`,
  'subscription.created': t`A subscription was created.`,
  'subscription.cancelled': t`A subscription ended.`,
  'payment.received': t`A payment was received.`,
  'payment.overdue': t`An invoice was not paid in time.`,
};

export const ALL_EVENTS = '*';
export const EVENT_TYPES = Object.keys(EVENT_TEXTS) as EventType[];

const GROUP_NAMES: Readonly<Record<string, string>> = {
  ticket: t`Tickets`,
  hosting: t`Servers`,
  domain: t`Domains`,
  backup: t`Backups`,
  application: t`Applications`,
  monitoring: t`Monitoring`,
  subscription: t`Subscriptions`,
  payment: t`Payments`,
};

export interface EventGroup {
  readonly name: string;
  readonly events: readonly EventType[];
}

export const EVENT_GROUPS: readonly EventGroup[] = [...new Set(EVENT_TYPES.map(groupOf))].map((group) => ({
  name: GROUP_NAMES[group] ?? group,
  events: EVENT_TYPES.filter((type) => groupOf(type) === group),
}));

/** Returns `All events`, the single event, or a count like `3 events`. */
export function summariseEvents(events: readonly string[]): string {
  if (events.includes(ALL_EVENTS)) return t`All events`;
  return events.length === 1 ? String(events[0]) : plural(events.length, { one: '# event', other: '# events' });
}

function groupOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}
