import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { Environment } from '#kernel/environment.ts';
import { giveName } from '#kernel/give-name.ts';
import { AS_DECLARED, type LimitSettings, parseLimitSettings } from '#kernel/limits/settings.ts';
import type { Mailbox } from '#kernel/mail/driver.ts';
import { type Network, parseNetwork } from '#kernel/net/networks.ts';
import { SECOND } from '#kernel/time.ts';
import type { TracingSettings } from '#kernel/trace/opentelemetry.ts';
import type { BrandSettings } from './brand.ts';
import type { CommerceSettings } from './commerce.ts';
import { type EngineSettings, readEngines } from './engines.ts';
import { readOperator } from './operator.ts';
import { restrictToPublicDemo } from './public-demo.ts';
import { ConfigError, Settings } from './readers.ts';
import { type Remote, readRemote } from './remote.ts';
import { SettingsSource } from './source.ts';
import { readTracing } from './tracing.ts';
import { findUnknownSettings, type UnknownSetting } from './unknown.ts';

/**
 * All settings. Only this file reads environment variables, once at start. In a composed application, `mailFrom`,
 * `commerce` and `brand` are the current values, which owners may change.
 */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** URL of PostgreSQL; if undefined, the SQLite file in the data folder is used. */
  readonly databaseUrl: string | undefined;
  /** Bypasses a pooler, for work that needs its own connection. */
  readonly databaseDirectUrl: string | undefined;
  /** Uses named prepared statements. */
  readonly databasePrepare: boolean;
  readonly valkeyUrl: string | undefined;
  readonly environments: ReadonlySet<Environment>;
  readonly secretKey: string;
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly worker: 'on' | 'inline' | 'off';
  /** Time that requests are still accepted after SIGTERM, while `/readyz` reports the shutdown. */
  readonly shutdownDelayMs: number;
  /** Keeps requests to the public API for the customers who made them. */
  readonly requestLog: boolean;
  readonly demo: boolean;
  /** The demo is for visitors: no staff, no mail, no outgoing requests. */
  readonly publicDemo: boolean;
  /** Keeps public sign-up closed while a required step of the first run is missing. */
  readonly signUpCheck: boolean;
  readonly limits: LimitSettings;
  readonly metricsToken: string | undefined;
  /** Address where a worker, which has no API, serves /metrics and the probes; none if undefined. */
  readonly metricsHost: string;
  readonly metricsPort: number | undefined;
  readonly logLevel: string;
  /** File for the log; undefined for standard error. */
  readonly logFile: string | undefined;
  /** Actor of commands in the audit; the system user if undefined. */
  readonly operator: string | undefined;
  readonly ticketDepartments: readonly string[];
  readonly nameservers: readonly string[];
  /** Proof of ownership that a domain requires: none, or a TXT record. */
  readonly domainProof: 'off' | 'txt';
  /** Outgoing mail of accounts about which staff have not decided. */
  readonly outboundSmtp: 'blocked' | 'open';
  /** Resolvers for those records; those of the system if empty. */
  readonly dnsResolvers: readonly string[];
  readonly backupDir: string;
  /** Folder of the copies of the data from before upgrades. */
  readonly copyDir: string;
  /** Copies the data before it is migrated. */
  readonly upgradeCopy: boolean;
  /** Folder where every issued document is recorded outside the database. */
  readonly documentArchive: string;
  /** Folder of the operator's own application recipes. */
  readonly recipeDir: string;
  /** If undefined, mail is written to files in the data folder. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: Mailbox;
  /** Days for which the texts of sent mail are kept. */
  readonly mailKeepDays: number;
  readonly engines: EngineSettings;
  readonly commerce: CommerceSettings;
  readonly brand: BrandSettings;
  /** Reads `mailFrom`, `commerce` and `brand` again, with values stored in the database. */
  readonly source: SettingsSource;
  /** Sends traces to a collector, unless undefined. */
  readonly tracing: TracingSettings | undefined;
  /** Duration of a simulated restart, so that it can be watched. */
  readonly simulatedDelayMs: number;
  readonly metricsEverySeconds: number;
  readonly reconcileEverySeconds: number;
  /** Time that the history of an address is kept after its release. */
  readonly addressHistoryDays: number;
  /** Time without input after which a console is closed. */
  readonly consoleIdleSeconds: number;
  /** Time for which no other server gets a released address. */
  readonly addressRestDays: number;
  /** Networks that webhooks may use although they are not public. */
  readonly webhookAllowNetworks: readonly Network[];
  /** Networks that webhooks must never use, although they are public. */
  readonly webhookDenyNetworks: readonly Network[];
  /** Variables with the prefix of settings that have no effect. */
  readonly unknownSettings: readonly UnknownSetting[];
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const MIN_SECRET_LENGTH = 32;
const POSTGRES_SCHEMES = ['postgres', 'postgresql'];

interface ReadOptions {
  /** Refuses a data folder without a database, if a new one is not intended. */
  readonly mustExist?: boolean;
  /** Is a demo, as HOSTLER_DEMO=1. */
  readonly demo?: boolean;
  /** Reads the settings of a demo for visitors. */
  readonly publicDemo?: boolean;
}

/** Returns the machine whose operator API runs commands; undefined for this one. */
export function readRemoteConfig(env: NodeJS.ProcessEnv = process.env): Remote | undefined {
  return readRemote(env);
}

/** Settings that the work beside a server must not repeat: the server keeps the log, and serves the metrics of both. */
const OF_SERVER_ALONE = ['HOSTLER_LOG_TO', 'HOSTLER_METRICS_PORT'];

/** Returns the environment for the work beside a server. Links in its mail name the port that the system has chosen. */
export function readWorkEnvironment({ demo }: Pick<Config, 'demo'>, port: string, env = process.env) {
  const kept = Object.entries(env).filter(([name]) => !OF_SERVER_ALONE.includes(name));
  return { ...Object.fromEntries(kept), HOSTLER_PORT: port, ...(demo ? { HOSTLER_DEMO: '1' } : {}) };
}

/** Returns the data folder of a demo for visitors, which is cleared before the other settings are read. */
export function readPublicDemoFolder(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(new Settings(restrictToPublicDemo(env)).text('HOSTLER_DATA_DIR') ?? 'data');
}

export function readConfig(
  given: NodeJS.ProcessEnv = process.env,
  { mustExist = false, demo: isDemo = false, publicDemo = false }: ReadOptions = {},
): Config {
  const env = publicDemo ? restrictToPublicDemo(given) : given;
  const demo = new Settings(env).choice('HOSTLER_DEMO', ['0', '1'], '0') === '1' || isDemo;
  const settings = new Settings(env);
  const dataDir = resolve(settings.text('HOSTLER_DATA_DIR') ?? 'data');
  const publicUrl = settings.url('HOSTLER_PUBLIC_URL', ['http', 'https']);
  const databaseUrl = settings.url('HOSTLER_DATABASE_URL', POSTGRES_SCHEMES);
  if (mustExist && databaseUrl === undefined) checkDatabaseExists(dataDir);
  const source = new SettingsSource(env, { demo, publicUrl });
  return {
    ...source.read(new Map()),
    source,
    host: settings.text('HOSTLER_HOST') ?? '127.0.0.1',
    port: settings.integer('HOSTLER_PORT', 8080, 0, 65_535),
    dataDir,
    databaseUrl,
    databaseDirectUrl: readDirectUrl(settings, databaseUrl),
    databasePrepare: settings.choice('HOSTLER_DATABASE_PREPARE', ['on', 'off'], 'on') === 'on',
    valkeyUrl: settings.url('HOSTLER_VALKEY_URL', ['redis', 'rediss', 'valkey', 'valkeys']),
    environments: readEnvironments(settings.list('HOSTLER_ENVIRONMENTS')),
    secretKey: readSecretKey(settings.text('HOSTLER_SECRET_KEY'), dataDir, databaseUrl !== undefined),
    publicUrl,
    trustedProxies: settings
      .list('HOSTLER_TRUSTED_PROXIES')
      .map((network) => checkNetwork('HOSTLER_TRUSTED_PROXIES', network)),
    worker: settings.choice('HOSTLER_WORKER', ['on', 'inline', 'off'], 'on'),
    // With an embedded database there is no other server for the requests.
    shutdownDelayMs: settings.integer('HOSTLER_SHUTDOWN_DELAY_SECONDS', databaseUrl ? 3 : 0, 0, 60) * SECOND,
    requestLog: settings.choice('HOSTLER_REQUEST_LOG', ['on', 'off'], 'on') === 'on',
    demo,
    publicDemo,
    signUpCheck: settings.choice('HOSTLER_SIGNUP_CHECK', ['on', 'off'], demo ? 'off' : 'on') === 'on',
    limits: readLimits(settings),
    metricsToken: settings.text('HOSTLER_METRICS_TOKEN'),
    metricsHost: settings.text('HOSTLER_METRICS_HOST') ?? '127.0.0.1',
    metricsPort: settings.text('HOSTLER_METRICS_PORT')
      ? settings.integer('HOSTLER_METRICS_PORT', 0, 0, 65_535)
      : undefined,
    logLevel: settings.choice('HOSTLER_LOG_LEVEL', LOG_LEVELS, demo ? 'warn' : 'info'),
    logFile:
      settings.choice('HOSTLER_LOG_TO', ['stderr', 'file'], 'stderr') === 'file'
        ? join(dataDir, 'hostler.log')
        : undefined,
    operator: readOperator(settings),
    ticketDepartments: settings.list('HOSTLER_TICKET_DEPARTMENTS'),
    nameservers: orElse(settings.list('HOSTLER_NAMESERVERS'), ['ns1.hostler.example', 'ns2.hostler.example']),
    outboundSmtp: settings.choice('HOSTLER_OUTBOUND_SMTP', ['blocked', 'open'], 'blocked'),
    domainProof: settings.choice('HOSTLER_DOMAIN_PROOF', ['off', 'txt'], 'off'),
    dnsResolvers: settings.list('HOSTLER_DNS_RESOLVERS').map(checkResolver),
    backupDir: resolve(settings.text('HOSTLER_BACKUP_DIR') ?? join(dataDir, 'backups')),
    copyDir: resolve(settings.text('HOSTLER_COPY_DIR') ?? join(dataDir, 'copies')),
    upgradeCopy: settings.choice('HOSTLER_UPGRADE_COPY', ['on', 'off'], 'on') === 'on',
    documentArchive: resolve(settings.text('HOSTLER_DOCUMENT_ARCHIVE') ?? join(dataDir, 'documents')),
    recipeDir: resolve(settings.text('HOSTLER_RECIPE_DIR') ?? join(dataDir, 'recipes')),
    smtpUrl: settings.url('HOSTLER_SMTP_URL', ['smtp', 'smtps']),
    mailKeepDays: settings.integer('HOSTLER_MAIL_KEEP_DAYS', 30, 1, 3_650),
    engines: readEngines(settings, demo),
    tracing: readTracing(settings),
    simulatedDelayMs: settings.integer('HOSTLER_SIMULATED_DELAY_MS', 2_000, 0, 60_000),
    metricsEverySeconds: settings.integer('HOSTLER_METRICS_EVERY_SECONDS', demo ? 10 : 60, 1, 3_600),
    reconcileEverySeconds: settings.integer('HOSTLER_RECONCILE_EVERY_SECONDS', demo ? 10 : 30, 1, 3_600),
    addressHistoryDays: settings.integer('HOSTLER_ADDRESS_HISTORY_DAYS', 365, 1, 3_650),
    consoleIdleSeconds: settings.integer('HOSTLER_CONSOLE_IDLE_SECONDS', 900, 1, 43_200),
    addressRestDays: settings.integer('HOSTLER_ADDRESS_REST_DAYS', 14, 0, 365),
    webhookAllowNetworks: readNetworks(settings, 'HOSTLER_WEBHOOK_ALLOW_NETWORKS'),
    webhookDenyNetworks: readNetworks(settings, 'HOSTLER_WEBHOOK_DENY_NETWORKS'),
    unknownSettings: findUnknownSettings(env),
  };
}

function readDirectUrl(settings: Settings, databaseUrl: string | undefined): string | undefined {
  const directUrl = settings.url('HOSTLER_DATABASE_DIRECT_URL', POSTGRES_SCHEMES);
  if (directUrl) settings.required('HOSTLER_DATABASE_URL', databaseUrl, 'HOSTLER_DATABASE_DIRECT_URL is');
  return directUrl;
}

function orElse(list: string[], fallback: string[]): string[] {
  return list.length > 0 ? list : fallback;
}

function readEnvironments(names: string[]): ReadonlySet<Environment> {
  const unknown = names.find((name) => name !== 'live' && name !== 'test');
  if (unknown)
    throw new ConfigError(`HOSTLER_ENVIRONMENTS names ${JSON.stringify(unknown)}; it takes live, test or both.`);
  return new Set(orElse(names, ['live', 'test']) as Environment[]);
}

/** Names are not checked here: only the modules know the limits. */
function readLimits(settings: Settings): LimitSettings {
  const text = settings.text('HOSTLER_LIMITS');
  try {
    const limits = text === undefined ? AS_DECLARED : parseLimitSettings(text);
    if (settings.text('HOSTLER_SNAPSHOTS_PER_SERVER') === undefined) return limits;
    const snapshots = settings.integer('HOSTLER_SNAPSHOTS_PER_SERVER', 5, 0, 1_000);
    // A limit that is named in HOSTLER_LIMITS takes precedence.
    return { ...limits, values: new Map([['snapshots_per_server', snapshots], ...limits.values]) };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`HOSTLER_LIMITS: ${(error as Error).message}`);
  }
}

function readNetworks(settings: Settings, name: string): Network[] {
  return settings.list(name).map((network) => parseNetwork(checkNetwork(name, network)));
}

/** Accepts `203.0.113.53`, `203.0.113.53:5353`, `[2001:db8::53]:5353`. */
function checkResolver(text: string): string {
  const [, bracketed, plain = text, port = '53'] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (isIP(bracketed ?? plain) !== 0 && Number(port) >= 1 && Number(port) <= 65_535) return text;
  throw new ConfigError(
    `HOSTLER_DNS_RESOLVERS names ${JSON.stringify(text)}; it takes addresses, like 203.0.113.53 or [2001:db8::53]:5353.`,
  );
}

function checkNetwork(name: string, network: string): string {
  try {
    parseNetwork(network);
    return network;
  } catch (error) {
    throw new ConfigError(`${name}: ${(error as Error).message}`);
  }
}

/** A mistyped folder, or another working directory, must not look like an empty installation. */
function checkDatabaseExists(dataDir: string): void {
  const file = join(dataDir, 'hostler.db');
  try {
    statSync(file);
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') {
      throw new ConfigError(`There is no permission for ${dataDir}. Run the command as the user of the service.`);
    }
  }
  throw new ConfigError(
    `There is no database in ${dataDir}; is HOSTLER_DATA_DIR right? hostler serve and hostler migrate make a new one.`,
  );
}

/**
 * Returns the secret key. It is created on the first start if everything is in one folder; several processes on
 * PostgreSQL must share a given one.
 */
function readSecretKey(given: string | undefined, dataDir: string, scaled: boolean): string {
  if (given !== undefined) {
    if (given.length >= MIN_SECRET_LENGTH) return given;
    throw new ConfigError(
      `HOSTLER_SECRET_KEY must be at least ${MIN_SECRET_LENGTH} characters; try: openssl rand -hex 32.`,
    );
  }
  if (scaled) {
    throw new ConfigError('HOSTLER_SECRET_KEY must be set when HOSTLER_DATABASE_URL is; try: openssl rand -hex 32.');
  }
  const file = join(dataDir, 'secret.key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    if (existsSync(join(dataDir, 'hostler.db'))) {
      throw new ConfigError(
        `${file} is missing. The data in the same folder cannot be read without it. Restore it from your backup.`,
      );
    }
    writeSecretKey(file);
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key !== '') return key;
  throw new ConfigError(
    `${file} is empty. Restore it from your backup. If there is no data yet, delete the file; a new one is created.`,
  );
}

/**
 * Creates the key file. Two processes may start at once: the first to rename its file wins, and the other reads it. The
 * temporary name keeps a partial or empty file, as after a full disk, from being used as the key.
 */
function writeSecretKey(file: string): void {
  const part = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    writeFileSync(part, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    giveName(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}
