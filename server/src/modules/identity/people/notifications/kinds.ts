/** Mail to customers that each person can switch off in an account. Security and money mail is none of these. */
export const NOTIFICATION_KINDS = ['ticket_answered'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
