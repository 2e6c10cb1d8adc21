import { join } from 'node:path';

export interface MailServer {
  /** Folder shared by Hostler, Dovecot and Postfix: `maps/mail.db`, `mailboxes/`. */
  dir: string;
  host: string;
  imap: MailAddress;
  /** Address of submission. */
  smtp: MailAddress;
}

export interface MailAddress {
  host: string;
  port: number;
}

/** Returns the socket where Postfix checks the recipient limit. */
export function policySocket(dir: string): string {
  return join(dir, 'maps', 'policy');
}
