import type { Tone } from '#parts/status.tsx';
import type { MailStatus } from './queries.ts';

export const STATUSES: Record<MailStatus, { readonly label: string; readonly tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'wait' },
  sent: { label: 'Sent', tone: 'good' },
  given_up: { label: 'Not delivered', tone: 'bad' },
};

export const texts = {
  title: 'Mails',
  description: 'Mail to customers and staff, with the response of the mail server.',
  search: 'Search by recipient or subject',
  anyStatus: 'Any status',
  account: 'Customer',
  recipient: 'Recipient',
  subject: 'Subject',
  cause: 'Cause',
  key: 'Record',
  status: 'Status',
  attempts: 'Attempts',
  response: 'Response',
  at: 'Queued',
  next: 'Next attempt',
  ended: 'Ended',
  messageId: 'Message-ID',
  attachment: 'Attachment',
  copyOf: 'Copy of mail',
  text: 'Text',
  noText: 'The text is no longer kept.',
  resend: 'Resend',
  resent: (recipient: string) => `The mail to ${recipient} was queued again.`,
  cannotResend: 'It had an access link, which is not kept. Send a new invitation, reset or confirmation instead.',
  showAccount: 'Open the customer',
  empty: 'No mail yet. Every mail to a customer or to staff is listed here.',
  nothingFound: 'No mail matches these filters.',
};
