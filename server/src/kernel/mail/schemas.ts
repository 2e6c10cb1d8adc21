import { DateTime, Id, Nullable, OneOf, OwnId, Resource } from '../schema.ts';
import { type Static, Type } from '../type.ts';
import { MAIL_KINDS } from './kinds.ts';

export const MAIL_STATUSES = ['waiting', 'sent', 'given_up'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

const mailFields = {
  id: OwnId,
  account_id: Nullable(Id('Identifier of the account that the mail is about; null if it is about none.')),
  recipient: Type.String({ description: 'Address of the recipient.', examples: ['jo@example.com'] }),
  subject: Nullable(Type.String({ description: 'Subject; null for mail of earlier versions.' })),
  kind: OneOf(MAIL_KINDS, { description: 'Kind of the mail.' }),
  cause: Nullable(Type.String({ description: 'Reason of the mail.', examples: ['invoice 17'] })),
  status: OneOf(MAIL_STATUSES, { description: 'Status: `waiting` for its next attempt, `sent`, or `given_up`.' }),
  attempts: Type.Integer({ minimum: 0, description: 'Number of attempts.', examples: [1] }),
  response: Nullable(
    Type.String({
      description: 'Last response of the mail server, or the reason of the failure.',
      examples: ['250 2.0.0 Ok: queued as 4F2'],
    }),
  ),
  resent_of: Nullable(Id('Identifier of the mail that staff sent again with this one.')),
  has_text: Type.Boolean({ description: 'True if the text is still kept.' }),
  resendable: Type.Boolean({ description: 'True if it can be sent again.' }),
  created_at: DateTime('Time at which it was queued.'),
  next_at: Nullable(DateTime('Time of the next attempt; null if none is planned.')),
  ended_at: Nullable(DateTime('Time at which it was sent or given up; null while it waits.')),
};

export const SentMail = Resource('SentMail', 'A mail to a customer or to staff.', mailFields);
export type SentMail = Static<typeof SentMail>;

export const SentMailText = Resource('SentMailText', 'A mail with its text.', {
  ...mailFields,
  message_id: Type.String({ description: 'Message-ID, to find the mail in the log of the mail server.' }),
  text: Nullable(
    Type.String({ description: 'Text without the secrets of access links; null if it is no longer kept.' }),
  ),
  attachment: Nullable(Type.String({ description: 'Kind of the attached file; null if there is none.' })),
});
export type SentMailText = Static<typeof SentMailText>;
