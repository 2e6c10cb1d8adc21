import type { EventType } from '@hostler/sdk';

/** Descriptions of all event types; a missing one does not compile. */
export const EVENT_TEXTS: Readonly<Record<EventType, string>> = {
  'ticket.created': 'A ticket was opened, by you or by support.',
  'ticket.replied': 'You or support replied to a ticket.',
  'ticket.closed': 'A ticket was closed.',
  'hosting.created': 'A server is ready.',
  'hosting.restarted': 'A server was restarted.',
  'hosting.suspended': 'A server was suspended.',
  'domain.added': 'A domain was added.',
  'backup.created': 'A backup was created and verified.',
  'application.installed': 'An application was installed.',
  'monitoring.alert': 'An alert fired or was resolved.',
  'subscription.created': 'A subscription was created.',
  'subscription.cancelled': 'A subscription ended.',
  'payment.received': 'A payment was received.',
  'payment.overdue': 'An invoice was not paid in time.',
};

export const ALL_EVENTS = '*';
export const EVENT_TYPES = Object.keys(EVENT_TEXTS) as EventType[];

const GROUP_NAMES: Readonly<Record<string, string>> = {
  ticket: 'Tickets',
  hosting: 'Servers',
  domain: 'Domains',
  backup: 'Backups',
  application: 'Applications',
  monitoring: 'Monitoring',
  subscription: 'Subscriptions',
  payment: 'Payments',
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
  if (events.includes(ALL_EVENTS)) return 'All events';
  return events.length === 1 ? String(events[0]) : `${events.length} events`;
}

function groupOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}
