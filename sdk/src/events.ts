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

/** With the invoice that it was for, if it was for one. */
export type ReceivedPayment = Payment & { readonly invoice: Invoice | null };

/** What each event tells of, as it was when it happened. */
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

/** Something that happened: `if (event.event === 'ticket.replied') event.data.reply`. */
export type HostlerEvent = {
  [Type in EventType]: {
    /** Grows with every event; the same on every attempt to deliver it. */
    readonly id: number;
    readonly event: Type;
    readonly timestamp: string;
    readonly data: EventData[Type];
  };
}[EventType];
