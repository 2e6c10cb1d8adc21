/** All event types, as the specification lists them. */
export const EVENT_TYPES = [
  'ticket.created',
  'ticket.replied',
  'ticket.closed',
  'hosting.created',
  'hosting.suspended',
  'hosting.restarted',
  'payment.received',
  'payment.overdue',
  'subscription.created',
  'subscription.cancelled',
  'backup.created',
  'domain.added',
  'application.installed',
  'monitoring.alert',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Returns the API group of an event, for example `tickets` for `ticket.created`. */
export function resourceOf(type: EventType): string {
  const [noun = ''] = type.split('.');
  return noun === 'hosting' || noun === 'monitoring' ? noun : `${noun}s`;
}
