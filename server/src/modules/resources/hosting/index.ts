import type { Database, Query } from '@hostler/database';
import type { DnsDriver } from '#engines/dns/driver.ts';
import type { OpenSandboxTerminal, VpsDriver } from '#engines/vps/driver.ts';
import type { Vault } from '#kernel/crypto.ts';
import type { Logger } from '#kernel/log.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import type { LookUp } from '#kernel/net/dns-records.ts';
import type { Outages } from '#kernel/outages.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import { findSuspension, type OnSuspensionChange } from '../../identity/accounts/index.ts';
import type { CustomerMail } from '../../identity/people/index.ts';
import type { BackupKind } from '../backups/index.ts';
import { hostingActions } from './actions.ts';
import { addressCommands } from './addresses/commands.ts';
import { extraAddressActions, listExtraOf } from './addresses/extra/actions.ts';
import { extraAddressRoutes } from './addresses/extra/routes.ts';
import { createExtraAddressService } from './addresses/extra/service.ts';
import { addressRetention, followAddresses } from './addresses/jobs.ts';
import { type AddressOperatorService, createAddressOperatorService } from './addresses/operator-service.ts';
import { poolCommands } from './addresses/pools/commands.ts';
import { continueCreation } from './addresses/pools/jobs.ts';
import { addressMigrations } from './addresses/pools/migrations.ts';
import { createPoolOperatorService, type PoolOperatorService } from './addresses/pools/operator-service.ts';
import { createPoolService } from './addresses/pools/service.ts';
import { serversWithoutAddress } from './addresses/pools/today.ts';
import { reverseActions } from './addresses/reverse/actions.ts';
import { createForwardCheck } from './addresses/reverse/forward-check.ts';
import { resetReverse, retryResets } from './addresses/reverse/resets/jobs.ts';
import { reverseNamesToReset } from './addresses/reverse/resets/today.ts';
import { addressRoutes } from './addresses/reverse/routes.ts';
import { createReverseService, resetReverseNames } from './addresses/reverse/service.ts';
import { adoptionCommands } from './adoption/commands.ts';
import { createAdoptionOperatorService } from './adoption/operator-service.ts';
import { createHostingBackups } from './backup-kind.ts';
import { bulkCommands } from './bulk/commands.ts';
import { createBulkOperatorService } from './bulk/operator-service.ts';
import { hostingCommands } from './commands.ts';
import { closeAbandoned, consoleRetention } from './consoles/jobs.ts';
import { consoleMigrations } from './consoles/migrations.ts';
import { consoleOperatorRoutes } from './consoles/operator-routes.ts';
import { createConsoleOperatorService } from './consoles/operator-service.ts';
import { consoleRoutes } from './consoles/routes.ts';
import { createConsoleService } from './consoles/service.ts';
import { createConsoleSessions } from './consoles/sessions.ts';
import { ServerContracts } from './contract.ts';
import { createServerMail } from './customer-mail.ts';
import { createHostingDetails } from './details/operator-service.ts';
import { ServerFollowers } from './followers.ts';
import { ServerGuards } from './guards.ts';
import { imageCommands } from './images/commands.ts';
import { createImageOperatorService, type ImageOperatorService } from './images/operator-service.ts';
import { imageRoutes } from './images/routes.ts';
import type { ListPlanImages } from './images/service.ts';
import { tightenHosting } from './jobs.ts';
import { createUsageRecorder, sampleHosting, sampleRetention, type Watcher } from './metrics/jobs.ts';
import { metricsPanelRoutes } from './metrics/panel-routes.ts';
import { createReadingOperatorService, type ReadingOperatorService } from './metrics/readings.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { createMetricsService } from './metrics/service.ts';
import { migrations } from './migrations.ts';
import { nodeCommands } from './nodes/commands.ts';
import { createNodeOperatorService, type NodeOperatorService } from './nodes/operator-service.ts';
import { fullNodes } from './nodes/today.ts';
import { createHostingOperatorService, type FindPlan, type HostingOperatorService } from './operator-service.ts';
import { passwordRoutes } from './password/routes.ts';
import { createPasswordService } from './password/service.ts';
import { propertyRoutes } from './properties/routes.ts';
import { update as updateProperties } from './properties/service.ts';
import { rebuildRoutes } from './rebuild/routes.ts';
import { createRebuildService } from './rebuild/service.ts';
import { type EngineSeen, reconcileHosting } from './reconcile/jobs.ts';
import { machineMetrics } from './reconcile/metrics.ts';
import { checkMachines, createMissingReport } from './reconcile/operator-service.ts';
import { rescueRoutes } from './rescue/routes.ts';
import { createRescueService } from './rescue/service.ts';
import { hostingRetries } from './retries.ts';
import { hostingRoutes } from './routes.ts';
import { createServers, type Server, type Servers, toServer } from './servers.ts';
import { createHostingService } from './service.ts';
import { snapshotActions } from './snapshots/actions.ts';
import { snapshotCommands } from './snapshots/commands.ts';
import { snapshotMigrations } from './snapshots/migrations.ts';
import { createSnapshotOperatorService, type SnapshotOperatorService } from './snapshots/operator-service.ts';
import { snapshotRoutes } from './snapshots/routes.ts';
import { createSnapshotService, type SnapshotService } from './snapshots/service.ts';
import { snapshotsLimit } from './snapshots/store.ts';
import { createServerSources } from './sources/service.ts';
import { serversLimit } from './store.ts';
import { openSuspension } from './suspensions/store.ts';
import { trafficCommands } from './traffic/commands.ts';
import { createMetering, followTraffic, trafficRetention } from './traffic/jobs.ts';
import { createTrafficLimits } from './traffic/limits.ts';
import { createTrafficMail } from './traffic/mail.ts';
import { migrations as trafficMigrations } from './traffic/migrations.ts';
import { createTrafficOperatorService } from './traffic/operator-service.ts';
import { trafficRoutes } from './traffic/routes.ts';
import { createTrafficService } from './traffic/service.ts';
import { findSize } from './traffic/size.ts';
import { createThrottleService } from './traffic/throttle.ts';
import { createUserData } from './user-data/service.ts';

export { readOwnZones } from './addresses/reverse/forward-check.ts';
export { toPlainText } from './console-text.ts';
export type { AddressOffer, NewLink, ServerContract } from './contract.ts';
export type { Restored, ServerFollower } from './followers.ts';
export type { GuardState } from './guards.ts';
export { chooseImage, pickUsable } from './images/service.ts';
export { listListed } from './images/store.ts';
export { instanceName, serialKeyOf } from './machine.ts';
export type { Watcher } from './metrics/jobs.ts';
export { isWatched, type Observation, type Power } from './metrics/observation.ts';
export { Tags } from './properties/schemas.ts';
export { readTags } from './properties/tags.ts';
export type { EngineSeen } from './reconcile/jobs.ts';
export { HOSTING_RESOURCE } from './resource.ts';
export { HOSTING_LOGINS } from './schemas.ts';
export type { Server, Servers } from './servers.ts';
export { type NewHosting as NewServer, readHostname } from './service.ts';
export type { ServerSource } from './sources/source.ts';
export { readSshKeyOptions, sshKeyOptions } from './ssh-keys/options.ts';
export { readSshKey } from './ssh-keys/ssh-key.ts';
export { readSshKeys } from './ssh-keys/ssh-keys.ts';
export { canBeSuspended } from './state.ts';
export { listUnbilledTraffic, type UnbilledTraffic } from './traffic/operator-service.ts';
export type { TrafficPart } from './traffic/parts.ts';
export { takeUnbilledTraffic } from './traffic/store.ts';
export { GB, type TrafficTerms, USUAL_THROTTLE_MBPS } from './traffic/terms.ts';
export { UserDataField } from './user-data/schemas.ts';
/** Changes of labels, tags, notes and protection. */
export interface ServerProperties {
  update: typeof updateProperties;
}

export type {
  AddressOperatorService,
  HostingOperatorService,
  ImageOperatorService,
  PoolOperatorService,
  ReadingOperatorService,
  SnapshotService,
};

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  staffMail: StaffMail;
  outages: Outages;
  vps: VpsDriver;
  vault: Vault;
  customerMail: CustomerMail;
  links: Links;
  findPlan: FindPlan;
  listPlanImages: ListPlanImages;
  /** Interval at which the counters of the machines are read. */
  sampleEverySeconds: number;
  /** Interval at which records are compared with the machines. */
  reconcileEverySeconds: number;
  /** Days for which the history of addresses is kept after their release. */
  addressHistoryDays: number;
  /** Time zone of the seller, in which days and months of traffic begin. */
  trafficSettings: { readonly timeZone: string };
  /** Time without input after which a console is closed. */
  consoleIdleSeconds: number;
  openSandboxTerminal: OpenSandboxTerminal;
  /** Days for which no other server gets a released address. */
  addressRestDays: number;
  /** Name server of the reverse zones, and the names of the servers in them. */
  dns: DnsDriver;
  nameservers: readonly string[];
  /** Undefined if the name server is simulated. Its zones then replace public DNS. */
  lookUp: LookUp | undefined;
  /** Receives every server with each pass of readings. */
  watcher: Watcher;
  /**
   * Called with the state of the engine each time its machines are listed. Calls `returned` in the transaction that
   * records the end of an outage.
   */
  onEngineSeen(seen: EngineSeen, now: number, returned: (since: number, now: number) => Query<void>): Promise<void>;
  /** Called for every new server, in the transaction that records it. */
  onRecorded(accountId: number, server: Server, now: number): Query<void>;
}

interface HostingModule extends Module {
  onSuspensionChange: OnSuspensionChange;
  servers: Servers;
  backupKind: BackupKind;
  operator: {
    hosting: HostingOperatorService;
    addresses: AddressOperatorService;
    pools: PoolOperatorService;
    nodes: NodeOperatorService;
    readings: ReadingOperatorService;
    images: ImageOperatorService;
    snapshots: SnapshotOperatorService;
  };
  customer: { hosting: ServerProperties; snapshots: SnapshotService };
}

export function hostingModule(deps: Dependencies): HostingModule {
  const { db, clock, log, staffMail, outages, vps, vault } = deps;
  const sampleEveryMs = deps.sampleEverySeconds * SECOND;
  const followers = new ServerFollowers();
  const contracts = new ServerContracts();
  const guards = new ServerGuards();
  const nodes = createNodeOperatorService({ db, clock, vps });
  const pools = createPoolService({ db, clock, staffMail, restDays: deps.addressRestDays });
  const reversing = reverseActions(deps);
  const poolOperator = createPoolOperatorService({ db, clock, vps });
  const userData = createUserData({ db, vault });
  const sources = createServerSources({ vps });
  const findPlanImages = function* (plan: string) {
    return (yield* deps.findPlan(plan))?.images;
  };
  const resetNames = resetReverseNames(reversing);
  const extra = extraAddressActions({ db, vps, pools, contracts, resetReverse: resetNames });
  const actions = hostingActions({
    ...{ vps, vault, followers, guards, pools, sources, mail: createServerMail(deps) },
    readUserData: userData.read,
    resetReverse: resetNames,
    listLockedNodes: nodes.listLocked,
    findSize: async (id) => db.read(findSize(id)),
    countUsage: (name) => countUsage(name),
  });
  const hosting = createHostingService({
    actions,
    vps,
    guards,
    *onRecorded(accountId, row, now) {
      const suspension = yield* findSuspension(accountId);
      // The recurring job suspends the server once it is created.
      if (suspension) {
        yield* openSuspension(accountId, row.id, { cause: 'account', reason: suspension.reason }, now);
      }
      yield* deps.onRecorded(accountId, toServer(row), now);
    },
  });
  const operator = createHostingOperatorService({
    ...{ db, clock, vps, hosting, contracts },
    findPlan: deps.findPlan,
    trafficSettings: deps.trafficSettings,
  });
  const adoption = createAdoptionOperatorService({ db, vps, hosting: operator });
  const bulk = createBulkOperatorService({ db, hosting: operator });
  const details = createHostingDetails({ db, vps, hosting, contracts, guards });
  const addresses = createAddressOperatorService();
  const consoles = createConsoleService({ links: deps.links, vps });
  const sessions = createConsoleSessions({
    ...{ db, clock, log, vps, openSandboxTerminal: deps.openSandboxTerminal },
    idleSeconds: deps.consoleIdleSeconds,
  });
  const images = createImageOperatorService({ clock });
  const reverse = createReverseService({ hosting, actions: reversing });
  const ofSnapshots = snapshotActions({ db, vps, hosting, followers });
  const snapshots = createSnapshotService({ hosting, vps, actions: ofSnapshots });
  const snapshotOperator = createSnapshotOperatorService();
  const metrics = createMetricsService({ hosting, sampleEveryMs });
  const throttles = createThrottleService({ actions, vps });
  const limits = createTrafficLimits({ contracts, throttles, mail: createTrafficMail(deps) });
  const beginMetering = createMetering({ ...deps, limits });
  const countUsage = createUsageRecorder({ db, vps, beginMetering });
  const readings = createReadingOperatorService({ db, beginMetering });
  const traffic = createTrafficService({ hosting, settings: deps.trafficSettings });
  return {
    name: 'hosting',
    tag: 'VPS servers and their metrics.',
    migrations: [
      ...migrations,
      ...trafficMigrations,
      ...consoleMigrations,
      ...addressMigrations,
      ...snapshotMigrations,
    ],
    limits: [serversLimit, snapshotsLimit],
    routes: [
      ...hostingRoutes(hosting, vps),
      ...propertyRoutes(vps),
      ...imageRoutes(deps.listPlanImages),
      ...rebuildRoutes(createRebuildService({ ...deps, actions, userData, findPlanImages }), vps),
      ...rescueRoutes(createRescueService({ actions, vault, vps }), vps),
      ...passwordRoutes(createPasswordService({ actions, vault, vps }), vps),
      ...metricsRoutes(metrics),
      ...trafficRoutes(traffic),
      ...consoleRoutes(consoles),
      ...addressRoutes({ db, reverse, checkForward: createForwardCheck(deps) }),
      ...extraAddressRoutes(createExtraAddressService({ actions: extra, contracts })),
      ...snapshotRoutes(snapshots),
    ],
    panelRoutes: metricsPanelRoutes(metrics),
    panelTags: { hosting: 'Loads of servers.' },
    operatorRoutes: consoleOperatorRoutes(createConsoleOperatorService({ clock, consoles })),
    sockets: [sessions.endpoint],
    actions: [
      ...Object.values(actions),
      ...Object.values(reversing),
      ...Object.values(extra),
      ...Object.values(ofSnapshots),
    ],
    jobs: [resetReverse(deps)],
    recurring: [
      reconcileHosting({
        db,
        vps,
        log,
        outages,
        hosting,
        everyMs: deps.reconcileEverySeconds * SECOND,
        reportMissing: createMissingReport({ db, staffMail }),
        onEngineSeen: (seen, now) =>
          deps.onEngineSeen(seen, now, (since, at) => followers.tellEngineReturned(since, at)),
      }),
      sampleHosting({ db, vps, everyMs: sampleEveryMs, watcher: deps.watcher, beginMetering }),
      tightenHosting({ vps, log }),
      followAddresses({ db }),
      closeAbandoned({ db }),
      retryResets({ db }),
      continueCreation({ db, log, pools, hosting, listLockedNodes: nodes.listLocked }),
      followTraffic({ db, limits, throttles, trafficSettings: deps.trafficSettings }),
    ],
    forgets: [sampleRetention, addressRetention(deps.addressHistoryDays), trafficRetention(deps), consoleRetention],
    retries: hostingRetries(hosting, throttles),
    metrics: [...machineMetrics(db), sessions.metric],
    today: [fullNodes(nodes), serversWithoutAddress, reverseNamesToReset],
    checks: [{ name: 'machines', check: () => checkMachines(db) }],
    commands: [
      ...hostingCommands({ db, hosting: operator, details, nodes }),
      ...adoptionCommands({ adoption }),
      ...bulkCommands({ bulk }),
      ...nodeCommands({ nodes }),
      ...addressCommands({ db, addresses }),
      ...poolCommands({ db, pools: poolOperator }),
      ...trafficCommands({ db, traffic: createTrafficOperatorService(deps) }),
      ...imageCommands({ db, images }),
      ...snapshotCommands({ db, snapshots: snapshotOperator }),
    ],
    operator: {
      ...{ hosting: operator, addresses, pools: poolOperator, nodes, readings, images },
      snapshots: snapshotOperator,
    },
    customer: { hosting: { update: updateProperties }, snapshots },
    backupKind: createHostingBackups({
      ...{ hosting, vps, followers, pools, guards },
      listExtraOf: (name) => listExtraOf(db, name),
    }),
    servers: createServers({ hosting, followers, contracts, userData, guards, sources }),
    onSuspensionChange: (accountId, { after }, now) => hosting.followAccount(accountId, after?.reason, now),
  };
}
