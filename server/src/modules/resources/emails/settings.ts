/** Addresses and ports of the mail server. */
export interface MailSettings {
  /** Host name for MX records and mail clients. */
  readonly host: string;
  readonly imap: MailPort;
  readonly smtp: MailPort;
  /** Public host name of this server, for the automatic setup of mail clients. Undefined if it is not configured. */
  readonly webHost: string | undefined;
}

interface MailPort {
  readonly port: number;
  readonly security: 'tls' | 'starttls';
}

/** Returns the settings with the ports that mail clients try first. See docs/engines/dovecot-postfix.md. */
export function describeMail(host: string, publicUrl: string | undefined): MailSettings {
  return {
    host,
    imap: { port: 993, security: 'tls' },
    smtp: { port: 465, security: 'tls' },
    webHost: publicUrl ? new URL(publicUrl).hostname : undefined,
  };
}
