import { join } from 'node:path';

export interface MailServer {
  /** What Hostler, Dovecot and Postfix share: `maps/mail.db`, `mailboxes/`. */
  dir: string;
  host: string;
  imap: MailAddress;
  /** Of submission. */
  smtp: MailAddress;
}

export interface MailAddress {
  host: string;
  port: number;
}

/** Where Postfix asks whether somebody may send to so many. */
export function policySocket(dir: string): string {
  return join(dir, 'maps', 'policy');
}
