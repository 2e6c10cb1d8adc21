import {
  blocksMigrations,
  type Query,
  refuseDuplicates,
  SearchIndexer,
  searchMigrations,
  signalsMigrations,
  totalsMigrations,
  versionsMigrations,
  versionsUpkeep,
} from '@hostler/database';
import { copyMetric, hasDataCopy } from '#data-copies/backup-data.ts';
import { nightlyCopyCommand } from '#data-copies/nightly-copy.ts';
import { mailEngineCommands } from '#engines/mail/commands.ts';
import { engineMetrics } from '#engines/metrics.ts';
import { callRelay } from '#engines/recent-calls.ts';
import { failureCommands } from '#failures/commands.ts';
import { createFailureOperatorService } from '#failures/operator-service.ts';
import { failuresToday } from '#failures/today.ts';
import { checkBlockedLoop } from '#health/blocked-loop.ts';
import { engineHealthToday } from '#health/last-health.ts';
import { auditMigrations } from '#kernel/audit/record.ts';
import { Vault } from '#kernel/crypto.ts';
import { createBlockRetention } from '#kernel/database/block-retention.ts';
import { databaseMetrics } from '#kernel/database/metrics.ts';
import { DatabaseUnavailable } from '#kernel/database/trouble.ts';
import { eventsMigrations } from '#kernel/events/emit.ts';
import { routeCommands } from '#kernel/http/command-operations.ts';
import { answerRetention, idempotencyLimit, idempotencyMigrations } from '#kernel/http/idempotency.ts';
import { queueCommands } from '#kernel/jobs/commands.ts';
import { openClock } from '#kernel/jobs/database-clock.ts';
import { queueMetrics, workerMetrics } from '#kernel/jobs/metrics.ts';
import { jobsMigrations } from '#kernel/jobs/migrations.ts';
import { forgetRegularly } from '#kernel/jobs/retention.ts';
import { limitsMigrations } from '#kernel/limits/account-limits.ts';
import { LimitBook } from '#kernel/limits/limit-book.ts';
import type { Logger } from '#kernel/log.ts';
import { Links } from '#kernel/mail/links.ts';
import { hasSentMail } from '#kernel/mail/operator-store.ts';
import { processMetrics } from '#kernel/metrics/process.ts';
import { Outages } from '#kernel/outages.ts';
import type { Clock } from '#kernel/time.ts';
import { listCurrencies } from '#modules/commerce/plans/index.ts';
import { tagsOf } from '#modules/identity/accounts/index.ts';
import { readOperatorKey } from '#modules/identity/credentials/operator-keys/index.ts';
import { createCustomerMail, createStaffMail, hasColleagues, keepAnOwner } from '#modules/identity/people/index.ts';
import { settingsModule } from '#modules/platform/settings/index.ts';
import { setupModule } from '#modules/platform/setup/index.ts';
import { privacyCommands } from '#privacy/commands.ts';
import { privacyRoutes } from '#privacy/operator-routes.ts';
import type { Hostler } from '#program/hostler.ts';
import type { Module } from '#program/module.ts';
import { serverCommands } from '#program/server-commands.ts';
import { accountShowCommand } from '#search/account/commands.ts';
import { createAccountOverview } from '#search/account/operator-service.ts';
import { searchCommands } from '#search/commands.ts';
import { createSearchOperatorService } from '#search/operator-service.ts';
import { panelSearchModule } from '#search/panel/index.ts';
import type { Config } from '#settings/config.ts';
import { live } from '#settings/live.ts';
import { ConfigError } from '#settings/readers.ts';
import { todayRoutes } from '#today/operator-routes.ts';
import { createTodayService } from '#today/operator-service.ts';
import { composeCommerce } from './commerce.ts';
import { type OnSyncFailure, openDatabase, watchTrouble } from './database.ts';
import { listEngines, openEngineServices, openEngines, openPaymentPages } from './engines.ts';
import type { Ground } from './ground.ts';
import { composeIdentity } from './identity.ts';
import { composeMail } from './mail.ts';
import { makeOperatorSurface } from './operator-surface.ts';
import { makePanelSurface } from './panel-surface.ts';
import { composeActions, composePlatform } from './platform.ts';
import { makePublicSurface } from './public-surface.ts';
import { composeResources } from './resources.ts';
import { SHOWN_TABLES } from './shown-tables.ts';
import { composeSupport } from './support.ts';
import { checkTaxRate, loadTaxRates } from './tax-rates.ts';

interface Surroundings {
  config: Config;
  /** Set by tests. Otherwise all processes use the clock of the database. */
  clock?: Clock;
  log: Logger;
  onSyncFailure?: OnSyncFailure;
}

/**
 * The composition root: settings → database → engines → groups of modules → API surfaces. A new resource is one line in
 * its group.
 */
export async function compose({ config: given, clock: testClock, log, onSyncFailure }: Surroundings): Promise<Hostler> {
  const outages = new Outages(log);
  const trouble = watchTrouble(given, log, outages);
  const db = await openDatabase(given, log, { onSyncFailure, trouble });
  const clock = testClock ?? (await openClock(db));
  const taxRates = loadTaxRates(given.commerce);
  const settings = settingsModule({
    ...{ db, clock, log, config: given },
    check: ({ commerce }) => checkTaxRate(taxRates, commerce),
  });
  const { config } = settings.live;
  const vault = new Vault(config.secretKey);
  const engines = await openEngines(config, outages);
  const engineServices = await openEngineServices(config, outages);
  const limits = new LimitBook();
  const mail = composeMail({ config, db, clock, vault, outages });
  const links = new Links(config);
  const ground: Ground = {
    config,
    db,
    clock,
    log,
    outages,
    vault,
    limits,
    engines,
    taxRates,
    mailer: mail.mailer,
    staffMail: createStaffMail({
      mailer: mail.mailer,
      seller: live(() => ({ email: config.commerce.seller?.email ?? undefined })),
    }),
    customerMail: createCustomerMail({ mailer: mail.mailer, links }),
    attachments: mail.attachments,
    links,
  };

  const support = composeSupport(ground);
  const resources = composeResources(ground, support);
  const commerce = composeCommerce(
    ground,
    resources,
    support,
    {
      approve: (given): Query<unknown> => identity.operator.signUps.approve(given),
      suspend: (given): Query<unknown> => identity.operator.accounts.suspend(given),
    },
    (owner): Query<unknown> => identity.operator.people.addOwner(owner),
  );
  const platform = composePlatform(ground, support);
  const identity = composeIdentity(ground, {
    newCustomers: commerce.newCustomers,
    findSignUpGaps: () => setup.operator.setup.findGaps(),
    contracts: commerce.contracts,
    listCurrencies,
    *onSuspensionChange(...change) {
      yield* resources.onSuspensionChange(...change);
      yield* platform.onSuspensionChange(...change);
    },
  });
  const setup = setupModule({
    ...{ db, clock, vault, links, config, sessions: identity.sessions, entrance: identity.entrance },
    sources: {
      hasNumbers: commerce.operator.series.hasNumbers,
      hasSentMail,
      hasCopy: hasDataCopy,
      *hasPlan() {
        return (yield* listCurrencies()).length > 0;
      },
      hasColleagues: () => hasColleagues(clock.now()),
    },
  });
  const others = [identity, resources, commerce, support].flatMap((group): Module[] => group.modules);
  const actions = composeActions(ground, [...others, ...platform.modules]);
  /** In the order of the API reference. */
  const modules: Module[] = [...others, actions, ...platform.modules, panelSearchModule(), settings, setup];
  limits.register([...modules.flatMap((module) => module.limits ?? []), idempotencyLimit]);

  const search = createSearchOperatorService();
  const overview = createAccountOverview({
    ...{ clock, limits },
    readBalance: commerce.readBalance,
    readProfile: commerce.readProfile,
    readTags: tagsOf,
  });
  const failures = createFailureOperatorService({
    db,
    clock,
    sources: [...mail.failures, ...modules.flatMap((module) => module.failures ?? [])],
  });
  const pages = modules.flatMap((module) => module.pages ?? []);
  const checkedEngines = [...listEngines(engines), { name: 'mail', check: mail.check }];
  const today = createTodayService({
    sources: [
      ...modules.flatMap((module) => module.today ?? []),
      ...failuresToday(failures),
      engineHealthToday({ clock, parts: checkedEngines }),
    ],
  });
  const paymentPages = await openPaymentPages(engines, pages);

  const commands = [
    ...modules.flatMap((module) => module.commands ?? []),
    ...privacyCommands({ db, clock, keepAnOwner }),
    ...searchCommands({ db, search }),
    accountShowCommand({ db, overview }),
    ...failureCommands({ db, failures }),
    ...mail.commands,
    ...queueCommands({ db, clock }),
    nightlyCopyCommand({ db, clock, config, vault, staffMail: ground.staffMail }),
    ...mailEngineCommands({ dir: config.engines.mailDir, host: config.engines.mailHost }),
  ];
  const unknownLimit = limits.findUnknown(config.limits.values.keys());
  if (unknownLimit) throw new ConfigError(`HOSTLER_LIMITS: ${unknownLimit}`);

  const hostler: Hostler = {
    config,
    db,
    clock,
    log,
    outages,
    trouble,
    vault,
    surfaces: [],
    pages: [...pages, ...paymentPages],
    sockets: modules.flatMap((module) => module.sockets ?? []),
    jobs: [...mail.jobs, ...modules.flatMap((module) => module.jobs ?? [])],
    recurring: [
      versionsUpkeep(db),
      ...mail.recurring,
      ...modules.flatMap((module) => module.recurring ?? []),
      ...[
        answerRetention,
        createBlockRetention(),
        ...mail.retention,
        ...modules.flatMap((module) => module.forgets ?? []),
      ].map((retention) => forgetRegularly(retention, { db, log })),
    ],
    services: [
      new SearchIndexer(db, (err) => {
        if (!(err instanceof DatabaseUnavailable)) log.warn({ err }, 'the index for searches is behind');
      }),
      ...engineServices,
      ...modules.flatMap((module) => module.services ?? []),
    ],
    metrics: [
      ...processMetrics,
      ...databaseMetrics(db, trouble),
      ...queueMetrics({ db, clock }),
      ...workerMetrics,
      ...engineMetrics,
      ...mail.metrics,
      copyMetric({ db }),
      ...modules.flatMap((module) => module.metrics ?? []),
    ],
    migrations: refuseDuplicates([
      ...totalsMigrations,
      ...blocksMigrations,
      ...searchMigrations,
      ...signalsMigrations,
      ...eventsMigrations,
      ...jobsMigrations,
      ...idempotencyMigrations,
      ...limitsMigrations,
      ...mail.migrations,
      ...auditMigrations,
      ...modules.flatMap((module) => module.migrations ?? []),
      // After the tables that they refer to.
      ...versionsMigrations(SHOWN_TABLES),
    ]),
    async prepare() {
      for (const module of modules) await module.prepare?.();
    },
    commands,
    operator: {
      ...identity.operator,
      ...platform.operator,
      ...support.operator,
      ...resources.operator,
      ...commerce.operator,
      ...actions.operator,
      ...mail.operator,
      ...settings.operator,
      ...setup.operator,
      search,
      failures,
    },
    customer: { ...support.customer, ...resources.customer, ...commerce.customer },
    engines: listEngines(engines),
    calls: callRelay,
    mail: { name: 'mail', check: mail.check },
    checks: [
      ...modules.flatMap((module) => module.checks ?? []),
      { name: 'failures', check: failures.check },
      checkBlockedLoop({ db, clock }),
    ],
    links,
    settings: settings.live,
  };
  return {
    ...hostler,
    surfaces: [
      makePublicSurface(modules, identity.authenticator, platform.requestLog, config),
      makePanelSurface(modules, identity.panelAuthenticator, config),
      // A public demo has no staff.
      ...(config.publicDemo
        ? []
        : [
            makeOperatorSurface({
              authenticator: identity.operatorAuthenticator,
              routes: [
                ...modules.flatMap((module) => module.operatorRoutes ?? []),
                ...todayRoutes(today),
                ...privacyRoutes({ db, clock }),
                ...routeCommands([...commands, ...serverCommands(hostler)]),
              ],
              hasKey: (headers) => readOperatorKey(headers) !== undefined,
              config,
            }),
          ]),
    ],
  };
}
