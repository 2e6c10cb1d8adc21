import type {
  Event as AnyEvent,
  Application,
  Backup,
  Domain,
  Hosting,
  Invoice,
  MonitoringAlert,
  Payment,
  Subscription,
  Ticket,
  TicketReply,
} from './generated/types.gen.ts';

export type EventType = AnyEvent['event'];

/** A payment with its invoice, if it has one. */
export type ReceivedPayment = Payment & { readonly invoice: Invoice | null };

/** Data of each event type, as of the time of the event. */
export interface EventData {
  'ticket.created': Ticket;
  'ticket.replied': Ticket & { readonly reply: TicketReply };
  'ticket.closed': Ticket;
  'hosting.created': Hosting;
  'hosting.suspended': Hosting;
  'hosting.restarted': Hosting;
  'payment.received': ReceivedPayment;
  'payment.overdue': Invoice;
  'subscription.created': Subscription;
  'subscription.cancelled': Subscription;
  'backup.created': Backup;
  'domain.added': Domain;
  'application.installed': Application;
  'monitoring.alert': MonitoringAlert;
}

/** An event, discriminated by its type: `if (event.event === 'ticket.replied') event.data.reply`. */
export type HostlerEvent = {
  [Type in EventType]: {
    /** Increases with every event; the same on every delivery attempt. */
    readonly id: number;
    readonly event: Type;
    readonly timestamp: string;
    readonly data: EventData[Type];
  };
}[EventType];
