/** Every event the service can tell of, as the specification lists them. */
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

/** The group of the API that an event is about: `tickets` of `ticket.created`. */
export function resourceOf(type: EventType): string {
  const [noun = ''] = type.split('.');
  return noun === 'hosting' || noun === 'monitoring' ? noun : `${noun}s`;
}
