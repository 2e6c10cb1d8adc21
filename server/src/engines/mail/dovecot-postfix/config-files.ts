import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '#kernel/package-folder.ts';

/** Paths on a Debian machine; the maps and the script are shared by all three programs. */
const FILES = {
  'dovecot.conf': '/etc/dovecot/dovecot.conf',
  'dovecot-sql.conf.ext': '/etc/hostler-mail/dovecot-sql.conf.ext',
  'main.cf': '/etc/postfix/main.cf',
  'master.cf': '/etc/postfix/master.cf',
  'opendkim.conf': '/etc/opendkim.conf',
  'opendkim.service.conf': '/etc/systemd/system/opendkim.service.d/hostler.conf',
  'senders.lua': '/etc/hostler-mail/senders.lua',
  'maps/domains.cf': '/etc/hostler-mail/maps/domains.cf',
  'maps/logins.cf': '/etc/hostler-mail/maps/logins.cf',
  'maps/mailboxes.cf': '/etc/hostler-mail/maps/mailboxes.cf',
  'maps/routes.cf': '/etc/hostler-mail/maps/routes.cf',
  'maps/senders.cf': '/etc/hostler-mail/maps/senders.cf',
} as const;

export interface ConfigFile {
  /** Name of the template. */
  name: string;
  /** Path on a Debian machine. */
  path: string;
  text: string;
}

/** Values for a machine with the packages of Debian. */
const DEBIAN = {
  config: '/etc/hostler-mail',
  dovecot_listen: '*, ::',
  dovecot_run: '/run/dovecot',
  dovecot_log: 'syslog',
  dovecot_more: '',
  hostler_user: 'hostler',
  mail_user: 'vmail',
  mail_group: 'vmail',
  first_uid: '1',
  imap_port: '143',
  imaps_port: '993',
  smtp_port: 'smtp',
  submission_port: 'submission',
  submissions_port: 'submissions',
  postfix_queue: '/var/spool/postfix',
  postfix_data: '/var/lib/postfix',
  // Empty: logs to syslog.
  postfix_log: '',
  postfix_listen: 'all',
  postfix_protocols: 'all',
  postfix_more: '',
  opendkim_socket: '/run/opendkim/opendkim.sock',
  opendkim_pid: '/run/opendkim/opendkim.pid',
  message_mb: '50',
  message_bytes: '52428800',
  client_rate: '60',
  client_recipient_rate: '300',
};

export interface ConfigValues extends Partial<typeof DEBIAN> {
  dir: string;
  host: string;
  certificate: string;
  certificate_key: string;
}

/** Returns the complete configuration of Dovecot, Postfix and OpenDKIM. */
export function makeConfigFiles(values: ConfigValues): ConfigFile[] {
  const all: Record<string, string> = { ...DEBIAN, ...values };
  return Object.entries(FILES).map(([name, path]) => {
    const template = readFileSync(join(PACKAGE_FOLDER, 'mail-server', name), 'utf8');
    const text = template.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const value = all[key];
      if (value === undefined) throw new Error(`${name} asks for ${key}.`);
      return value;
    });
    return { name, path, text };
  });
}
