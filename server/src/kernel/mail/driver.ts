import type { MailAttachment } from './attachments.ts';

/** A name beside an address, as mail programs show it. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export interface OutgoingMail {
  /** Of its row; the same for every attempt. */
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

/** How mail leaves the house. */
export interface MailDriver {
  /**
   * Resolves when somebody else is answerable for the mail, with what the log may say about it. It may have been sent
   * before by a worker that died, and then arrives twice with one Message-ID. `MailRefused` where another attempt makes no
   * sense; any other error is tried again.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<{ file?: string }>;
  /** Never throws; sends nothing. */
  check(): Promise<MailHealth>;
}

export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** For `doctor`: sentences for the operator. */
export interface MailHealth {
  reachable: boolean;
  version: string | null;
  detail: string | null;
  advice: string | null;
}
