/** Where mail programs find a mailbox, and the world the mail server. */
export interface MailSettings {
  /** Of MX records, and for mail programs. */
  readonly host: string;
  readonly imap: MailPort;
  readonly smtp: MailPort;
  /** Where this server is reached by the world, for programs that set themselves up; undefined where nobody said it. */
  readonly webHost: string | undefined;
}

interface MailPort {
  readonly port: number;
  readonly security: 'tls' | 'starttls';
}

/** The ports that every mail program tries first; see docs/engines/dovecot-postfix.md. */
export function describeMail(host: string, publicUrl: string | undefined): MailSettings {
  return {
    host,
    imap: { port: 993, security: 'tls' },
    smtp: { port: 465, security: 'tls' },
    webHost: publicUrl ? new URL(publicUrl).hostname : undefined,
  };
}
