import { ExternalError } from '../outages.ts';
import type { MailAttachment } from './attachments.ts';

/** An address with a display name. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export interface OutgoingMail {
  /** Id of the row; the same for every attempt. */
  readonly id: number;
  readonly messageId: string;
  readonly from: Mailbox;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  readonly createdAt: number;
}

export interface Handover {
  /** File that the mail was written to. */
  readonly file?: string;
  /** Response of the mail server. */
  readonly response?: string;
}

/** Transport for outgoing mail. */
export interface MailDriver {
  /**
   * Resolves when the mail is handed over, with details for the log. A worker that died may have sent the mail already;
   * it then arrives twice with the same Message-ID. Throws `MailRefused` if a retry is pointless, and
   * `MailServerUnavailable` if no mail can be sent. Any other error concerns this mail and is retried.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<Handover>;
  /** Tests the connection. Never throws and sends nothing. */
  check(): Promise<MailHealth>;
}

export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** The mail server accepts no mail at the moment: it does not answer, or rejects the connection, user or sender. */
export class MailServerUnavailable extends ExternalError {
  override readonly name = 'MailServerUnavailable';
  readonly retry = 'outage';

  constructor(message: string) {
    super(withoutSecrets(message));
  }
}

/** Removes the secret parts of links: a mail server may quote the mail in its response. */
export function withoutSecrets(message: string): string {
  return message.replace(/#\S+/g, '#…');
}

/** Result for `doctor`, in sentences for the operator. */
export interface MailHealth {
  reachable: boolean;
  version: string | null;
  detail: string | null;
  advice: string | null;
}
