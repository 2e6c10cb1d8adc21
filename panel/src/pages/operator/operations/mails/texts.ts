import { t } from '@lingui/core/macro';
import type { Tone } from '#parts/status.tsx';
import type { MailStatus } from './queries.ts';

export const STATUSES: Record<MailStatus, { readonly label: string; readonly tone: Tone }> = {
  waiting: { label: t`Waiting`, tone: 'wait' },
  sent: { label: t`Sent`, tone: 'good' },
  given_up: { label: t`Not delivered`, tone: 'bad' },
};

export const texts = {
  title: t`Mails`,
  description: t`Mail to customers and staff, with the response of the mail server.`,
  search: t`Search by recipient or subject`,
  anyStatus: t`Any status`,
  account: t`Customer`,
  recipient: t`Recipient`,
  subject: t`Subject`,
  cause: t`Cause`,
  key: t`Record`,
  status: t`Status`,
  attempts: t`Attempts`,
  response: t`Response`,
  at: t({ message: 'Queued', context: 'time' }),
  next: t`Next attempt`,
  ended: t`Ended`,
  messageId: t`Message-ID`,
  attachment: t`Attachment`,
  copyOf: t`Copy of mail`,
  text: t`Text`,
  noText: t`The text is no longer kept.`,
  resend: t`Resend`,
  resent: (recipient: string) => t`The mail to ${recipient} was queued again.`,
  cannotResend: t`It had an access link, which is not kept. Send a new invitation, reset or confirmation instead.`,
  showAccount: t`Open the customer`,
  empty: t`No mail yet. Every mail to a customer or to staff is listed here.`,
  nothingFound: t`No mail matches these filters.`,
};
