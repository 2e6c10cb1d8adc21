import { join } from 'node:path';
import type { Config } from './config.ts';
import { createPowerDns } from './engines/dns/powerdns.ts';
import { createSimulatedDns } from './engines/dns/simulated.ts';
import { createMariadbServer } from './engines/sql/mariadb.ts';
import { createPostgresqlServer } from './engines/sql/postgresql.ts';
import { createSimulatedSql } from './engines/sql/simulated.ts';
import { standardFolders } from './engines/sql/tools.ts';
import { createFolderStorage } from './engines/storage/folder.ts';
import { createIncusVps } from './engines/vps/incus/incus.ts';
import { createSimulatedVps } from './engines/vps/simulated.ts';
import type { Hostler } from './hostler.ts';
import { Vault } from './kernel/crypto.ts';
import { blockRetention, blocksMigrations } from './kernel/db/blocks.ts';
import type { Database } from './kernel/db/database.ts';
import { PostgresDatabase } from './kernel/db/postgres.ts';
import { SearchIndexer, searchMigrations } from './kernel/db/search-index.ts';
import { SqliteDatabase } from './kernel/db/sqlite/sqlite.ts';
import { totalsMigrations } from './kernel/db/totals.ts';
import { eventsMigrations } from './kernel/events/emit.ts';
import { answerRetention, idempotencyLimit, idempotencyMigrations } from './kernel/http/idempotency.ts';
import { jobsMigrations } from './kernel/jobs/migrations.ts';
import { forgetRegularly } from './kernel/jobs/retention.ts';
import { limitsMigrations } from './kernel/limits/account-limits.ts';
import { LimitBook } from './kernel/limits/limit-book.ts';
import type { Logger } from './kernel/log.ts';
import { createGuardedClient } from './kernel/net/guarded-agent.ts';
import { createTextFinder } from './kernel/net/txt-records.ts';
import type { Clock } from './kernel/time.ts';
import type { Module } from './module.ts';
import { findPlan, plansModule } from './modules/commerce/plans/index.ts';
import { subscriptionsModule } from './modules/commerce/subscriptions/index.ts';
import { accountsModule } from './modules/identity/accounts/index.ts';
import { authModule } from './modules/identity/auth/index.ts';
import { actionsModule } from './modules/platform/actions/index.ts';
import { eventsModule } from './modules/platform/events/index.ts';
import { webhooksModule } from './modules/platform/webhooks/index.ts';
import { backupsModule } from './modules/resources/backups/index.ts';
import { databasesModule } from './modules/resources/databases/index.ts';
import { domainsModule } from './modules/resources/domains/index.ts';
import { hostingModule } from './modules/resources/hosting/index.ts';
import { ticketsModule } from './modules/support/tickets/index.ts';
import { ConfigError } from './settings.ts';

interface Surroundings {
  config: Config;
  clock: Clock;
  log: Logger;
  /** For a server on SQLite: it leaves the syncing to a thread and must end when that fails. Others sync with each commit. */
  onSyncFailure?: (error: Error) => void;
}

/** The composition root: the only place that names concrete drivers. A new resource is one more line here. */
export function compose({ config, clock, log, onSyncFailure }: Surroundings): Hostler {
  const db = openDatabase(config, log, onSyncFailure);
  const vault = new Vault(config.secretKey);
  const engines = openEngines(config);

  const limits = new LimitBook(() => [...modules.flatMap((module) => module.limits ?? []), idempotencyLimit]);
  const auth = authModule({ db, clock, log, limits, environments: config.environments });
  const tickets = ticketsModule({ db, clock, departments: config.ticketDepartments });
  const databases = databasesModule({ db, clock, log, vault, drivers: engines.sql, tickets: tickets.tickets });
  const hosting = hostingModule({
    db,
    clock,
    log,
    vps: engines.vps,
    findPlan,
    sampleEverySeconds: config.metricsEverySeconds,
    reconcileEverySeconds: config.reconcileEverySeconds,
  });
  const webhooks = webhooksModule({
    db,
    clock,
    log,
    vault,
    createClient: () => openWebhookClient(config),
    notify: tickets.tickets.notify,
  });
  const modules: Module[] = [
    accountsModule({ db, clock, limits }),
    auth,
    actionsModule({ db }),
    plansModule({ db, clock }),
    hosting,
    subscriptionsModule({ db, clock, hosting: hosting.hosting }),
    domainsModule({
      db,
      clock,
      dns: engines.dns,
      servers: hosting.hosting,
      nameservers: config.nameservers,
      findTexts: config.domainProof === 'txt' ? createTextFinder(config.dnsResolvers) : undefined,
    }),
    databases,
    backupsModule({ db, clock, engines, servers: hosting.hosting, databases: databases.databases }),
    tickets,
    webhooks,
    eventsModule({ db, clock, log, subscribers: [webhooks.onEvents] }),
  ];
  const unknownLimit = limits.findUnknown(config.limits.values.keys());
  if (unknownLimit) throw new ConfigError(`HOSTLER_LIMITS: ${unknownLimit}`);

  return {
    config,
    db,
    clock,
    log,
    vault,
    authenticator: auth.authenticator,
    routes: modules.flatMap((module) => module.routes ?? []),
    tags: Object.fromEntries(modules.flatMap((module) => (module.tag ? [[module.name, module.tag]] : []))),
    jobs: modules.flatMap((module) => module.jobs ?? []),
    recurring: [
      ...modules.flatMap((module) => module.recurring ?? []),
      ...[answerRetention, blockRetention, ...modules.flatMap((module) => module.forgets ?? [])].map((retention) =>
        forgetRegularly(retention, { db, log }),
      ),
    ],
    services: [
      new SearchIndexer(db, (err) => log.warn({ err }, 'the index for searches is behind')),
      ...modules.flatMap((module) => module.services ?? []),
    ],
    migrations: [
      ...totalsMigrations,
      ...blocksMigrations,
      ...searchMigrations,
      ...eventsMigrations,
      ...jobsMigrations,
      ...idempotencyMigrations,
      ...limitsMigrations,
      ...modules.flatMap((module) => module.migrations ?? []),
    ],
    commands: modules.flatMap((module) => module.commands ?? []),
    engines: [
      { name: 'vps', check: () => engines.vps.check() },
      { name: 'dns', check: () => engines.dns.check() },
      { name: 'postgresql', check: () => engines.sql.postgresql.check() },
      { name: 'mariadb', check: () => engines.sql.mariadb.check() },
      { name: 'backup storage', check: () => engines.storage.check() },
    ],
  };
}

function openDatabase(config: Config, log: Logger, onSyncFailure: Surroundings['onSyncFailure']): Database {
  const { limits } = config;
  if (config.databaseUrl) {
    return new PostgresDatabase(config.databaseUrl, {
      limits,
      onError: (err) => log.warn({ err }, 'a database connection was lost'),
    });
  }
  const onCheckpointFailure = (err: Error) => log.warn({ err }, 'the write-ahead log could not be shortened');
  const syncing = onSyncFailure && { onSyncFailure, onCheckpointFailure };
  return new SqliteDatabase(join(config.dataDir, 'hostler.db'), { limits, syncing });
}

/** Loopback is for trying things out on one machine. */
function openWebhookClient(config: Config) {
  return createGuardedClient({
    deniedNetworks: config.webhookDenyNetworks,
    allowedNetworks: config.webhookAllowNetworks,
    allowLoopback: config.demo,
  });
}

function openEngines({ dataDir, backupDir, engines, simulatedDelayMs: delayMs }: Config) {
  const dir = (name: string) => join(dataDir, 'simulated', name);
  const programFolders = [...standardFolders, ...engines.programFolders];
  return {
    vps: engines.incus ? createIncusVps(engines.incus) : createSimulatedVps({ dir: dir('vps'), delayMs }),
    dns: engines.powerDns ? createPowerDns(engines.powerDns) : createSimulatedDns({ dir: dir('dns'), delayMs }),
    sql: {
      postgresql: engines.postgresql
        ? createPostgresqlServer({ ...engines.postgresql, programFolders })
        : createSimulatedSql({ dir: dir('postgresql'), engine: 'postgresql', delayMs }),
      mariadb: engines.mariadb
        ? createMariadbServer({ ...engines.mariadb, programFolders })
        : createSimulatedSql({ dir: dir('mariadb'), engine: 'mariadb', delayMs }),
    },
    storage: createFolderStorage({ dir: backupDir }),
  };
}
