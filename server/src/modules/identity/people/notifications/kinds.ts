import type { NewMail } from '#kernel/mail/mailer.ts';
import type { Scope } from '#kernel/scopes.ts';

interface Notification {
  /** Only people with this scope in the account get the mail. */
  readonly scope: Scope;
  readonly nature: NewMail['nature'];
}

/** Mail to customers that each person can switch off in an account. Security and money mail is none of these. */
export const NOTIFICATIONS = {
  ticket_answered: { scope: 'tickets.read', nature: 'news' },
  server_ready: { scope: 'hosting.read', nature: 'status' },
  suspension_lifted: { scope: 'hosting.read', nature: 'status' },
  backup_failed: { scope: 'backups.read', nature: 'status' },
  certificate_failed: { scope: 'applications.read', nature: 'status' },
} satisfies Record<string, Notification>;
export type NotificationKind = keyof typeof NOTIFICATIONS;
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as NotificationKind[];
