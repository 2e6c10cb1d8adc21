import { resolve } from 'node:path';
import { defaultSqlBounds, type SqlBounds } from '#engines/sql/driver.ts';
import { type CertificateSettings, readCertificates } from './certificates.ts';
import { type PaymentSettings, readPayment } from './payments.ts';
import { ConfigError, type Settings } from './readers.ts';

/** Connections of real engines; an absent one is simulated. */
export interface EngineSettings {
  readonly incus: IncusSettings | undefined;
  readonly powerDns: PowerDnsSettings | undefined;
  readonly postgresql: SqlServerSettings | undefined;
  readonly mariadb: SqlServerSettings | undefined;
  readonly mail: MailServerSettings | undefined;
  /** Name of the mail server, for MX records and mail programs. */
  readonly mailHost: string;
  readonly mailDir: string;
  readonly payment: PaymentSettings;
  readonly certificates: CertificateSettings;
  /** Folders of PATH, for programs of engines. */
  readonly programFolders: readonly string[];
}

/** Connection to Incus or LXD, and our part of it. The certificates are PEM texts. */
export interface IncusSettings {
  /** `unix:/path` or `https://host:8443`. */
  readonly url: string;
  readonly clientCert: string | undefined;
  readonly clientKey: string | undefined;
  readonly serverCert: string | undefined;
  readonly project: string;
  readonly profile: string;
  readonly imageServer: string | undefined;
}

export interface PowerDnsSettings {
  readonly url: string;
  readonly key: string;
  /** Address for DNS queries. */
  readonly nameServer: Address | undefined;
  /** Kind of new zones: its servers share a database, or secondaries fetch the zones. */
  readonly kind: 'native' | 'primary';
}

export interface SqlServerSettings {
  readonly adminUrl: string;
  /** Address shown to customers; host and port of the admin URL if undefined. */
  readonly endpoint: Address | undefined;
  /** Concurrent connections per database. */
  readonly connectionLimit: number;
  readonly bounds: SqlBounds;
}

/** Dovecot and Postfix on this machine. */
export interface MailServerSettings {
  /** Folder shared with Hostler: the lookup database and the mailboxes. */
  readonly dir: string;
  readonly host: string;
  /** Addresses for `check`. */
  readonly imap: Address;
  readonly smtp: Address;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

export function readEngines(settings: Settings, demo: boolean): EngineSettings {
  const mailHost = readMailHost(settings);
  const mailDir = resolve(settings.text('HOSTLER_MAIL_DIR') ?? '/var/lib/hostler-mail');
  const incus = readIncus(settings);
  return {
    incus,
    powerDns: readPowerDns(settings),
    postgresql: readSqlServer(settings, {
      adminUrl: settings.url('HOSTLER_POSTGRES_ADMIN_URL', ['postgres', 'postgresql']),
      endpoint: settings.address('HOSTLER_POSTGRES_PUBLIC_ADDRESS'),
    }),
    mariadb: readSqlServer(settings, {
      adminUrl: settings.url('HOSTLER_MARIADB_ADMIN_URL', ['mysql', 'mariadb']),
      endpoint: settings.address('HOSTLER_MARIADB_PUBLIC_ADDRESS'),
    }),
    mail: readMailServer(settings, mailHost, mailDir),
    mailDir,
    mailHost: mailHost ?? 'mail.hostler.example',
    payment: readPayment(settings, demo),
    certificates: readCertificates(settings, incus !== undefined),
    programFolders: settings.text('PATH')?.split(':').filter(Boolean) ?? [],
  };
}

function readIncus(settings: Settings): IncusSettings | undefined {
  if (settings.choice('HOSTLER_VPS_ENGINE', ['simulated', 'incus'], 'simulated') === 'simulated') return undefined;
  const url = settings.required('HOSTLER_INCUS_URL', settings.text('HOSTLER_INCUS_URL'), 'HOSTLER_VPS_ENGINE is incus');
  const overHttps = url.startsWith('https://') && URL.canParse(url);
  if (!overHttps && !/^unix:\/./.test(url)) {
    throw new ConfigError('HOSTLER_INCUS_URL must be unix:/path/to/unix.socket or begin with https://.');
  }
  const readPem = (name: string) => {
    const pem = settings.file(name);
    return overHttps ? settings.required(name, pem, 'HOSTLER_INCUS_URL is https') : pem;
  };
  return {
    url,
    clientCert: readPem('HOSTLER_INCUS_CERT'),
    clientKey: readPem('HOSTLER_INCUS_KEY'),
    serverCert: readPem('HOSTLER_INCUS_SERVER_CERT'),
    project: settings.text('HOSTLER_INCUS_PROJECT') ?? 'hostler',
    profile: settings.text('HOSTLER_INCUS_PROFILE') ?? 'default',
    imageServer: settings.url('HOSTLER_INCUS_IMAGE_SERVER', ['https']),
  };
}

function readPowerDns(settings: Settings): PowerDnsSettings | undefined {
  if (settings.choice('HOSTLER_DNS_ENGINE', ['simulated', 'powerdns'], 'simulated') === 'simulated') return undefined;
  const why = 'HOSTLER_DNS_ENGINE is powerdns';
  return {
    url: settings.required('HOSTLER_POWERDNS_URL', settings.url('HOSTLER_POWERDNS_URL', ['http', 'https']), why),
    key: settings.required('HOSTLER_POWERDNS_KEY', settings.text('HOSTLER_POWERDNS_KEY'), why),
    nameServer: settings.address('HOSTLER_POWERDNS_NAMESERVER'),
    kind: settings.choice('HOSTLER_POWERDNS_ZONE_KIND', ['native', 'primary'], 'native'),
  };
}

function readMailServer(settings: Settings, mailHost: string | undefined, dir: string): MailServerSettings | undefined {
  const engine = settings.choice('HOSTLER_MAIL_ENGINE', ['simulated', 'dovecot-postfix'], 'simulated');
  if (engine === 'simulated') return undefined;
  const why = 'HOSTLER_MAIL_ENGINE is dovecot-postfix';
  const port = (name: string, standard: number) => settings.address(name) ?? { host: '127.0.0.1', port: standard };
  return {
    dir,
    host: settings.required('HOSTLER_MAIL_HOST', mailHost, why),
    imap: port('HOSTLER_MAIL_IMAP_ADDRESS', 143),
    smtp: port('HOSTLER_MAIL_SMTP_ADDRESS', 587),
  };
}

function readMailHost(settings: Settings): string | undefined {
  const host = settings.text('HOSTLER_MAIL_HOST');
  if (host === undefined || /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/.test(host))
    return host;
  throw new ConfigError('HOSTLER_MAIL_HOST must be a host name in lower case, like mail.example.com.');
}

function readSqlServer(
  settings: Settings,
  { adminUrl, endpoint }: { adminUrl: string | undefined; endpoint: Address | undefined },
): SqlServerSettings | undefined {
  const connectionLimit = settings.integer('HOSTLER_DATABASE_CONNECTION_LIMIT', 20, 1, 10_000);
  const bounds = readSqlBounds(settings);
  return adminUrl === undefined ? undefined : { adminUrl, endpoint, connectionLimit, bounds };
}

function readSqlBounds(settings: Settings): SqlBounds {
  const { statementSeconds, idleTransactionSeconds, tempMb, workMemoryMb } = defaultSqlBounds;
  const [day, tebibyte] = [86_400, 2 ** 20];
  return {
    statementSeconds: settings.integer('HOSTLER_DATABASE_STATEMENT_SECONDS', statementSeconds, 0, day),
    idleTransactionSeconds: settings.integer('HOSTLER_DATABASE_IDLE_SECONDS', idleTransactionSeconds, 0, day),
    tempMb: settings.integer('HOSTLER_DATABASE_TEMP_MB', tempMb, 0, tebibyte),
    workMemoryMb: settings.integer('HOSTLER_DATABASE_WORK_MEMORY_MB', workMemoryMb, 0, tebibyte),
  };
}
