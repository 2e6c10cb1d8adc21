import type { Query } from '@hostler/database';
import type { VpsBounds, VpsDriver, VpsKind, VpsStatus } from '#engines/vps/driver.ts';
import type { HostingActions } from './actions.ts';
import { errors, fieldErrors } from './errors.ts';
import type { ServerGuard } from './guards.ts';
import { instanceName, specOf } from './machine.ts';
import * as properties from './properties/service.ts';
import { replaceTags } from './properties/store.ts';
import type { HostingLogin } from './schemas.ts';
import type { ServerSource } from './sources/source.ts';
import { describe, isEnding, isUncreated, refuseUnless, refuseWhileBusy } from './state.ts';
import type { HostingRow, HostingState } from './store.ts';
import * as store from './store.ts';
import { createSuspensions } from './suspensions/service.ts';
import { keepUserData } from './user-data/store.ts';
import { changeHosting as change, findHosting, type Queued, queueWork as queue, type Seen } from './work.ts';

/** The subscription that pays for a VPS, before and after a change. */
export interface Assignment {
  readonly from: number | null;
  readonly to: number | null;
  /** Name of the plan that it pays for. */
  readonly plan?: string;
}

export interface NewHosting extends Pick<HostingRow, 'hostname' | 'vcpus' | 'memory_mb' | 'disk_gb' | 'image'> {
  label?: string | undefined;
  region?: string | undefined;
  plan?: string | undefined;
  subscriptionId?: number | undefined;
  kind?: VpsKind | undefined;
  /** Limits of the plan. Defaults to those of the engine. */
  bounds?: VpsBounds | undefined;
  /** Keys as returned by `readSshKeys`. */
  sshKeys?: readonly string[] | undefined;
  /** Defaults to `ssh_key` if there are keys. */
  login?: HostingLogin | undefined;
  /** Tags as returned by `readTags`. */
  tags?: readonly string[] | undefined;
  /** Encrypted user data, as returned by `Servers.sealUserData`. */
  sealedUserData?: string | undefined;
  /** Firewalls of the account that protect the VPS from its first packet. */
  firewallIds?: readonly number[] | undefined;
  /** Defaults to the image. */
  source?: ServerSource | undefined;
}

export interface NewSize extends Pick<HostingRow, 'vcpus' | 'memory_mb' | 'disk_gb'> {
  /** Defaults to the current limits. */
  bounds?: VpsBounds | undefined;
  /** New plan of the VPS. Defaults to the current one. */
  plan?: string | undefined;
}

const HOSTNAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
const DEFAULT_REGION = 'default';

interface RestoreEnd {
  found: VpsStatus | 'error' | undefined;
  /** False if the restore failed. */
  isRestored: boolean;
}

export type HostingService = ReturnType<typeof createHostingService>;

interface Dependencies {
  actions: HostingActions;
  vps: Pick<VpsDriver, 'capabilities'>;
  guards?: Pick<ServerGuard, 'recorded'> | undefined;
  /** Called for every new VPS, in the transaction that records it. */
  onRecorded?(accountId: number, hosting: HostingRow, now: number): Query<void>;
}

export function createHostingService({ actions, vps, guards, onRecorded }: Dependencies) {
  const suspensions = createSuspensions(actions);

  /** Records a VPS and queues its creation. */
  function* provision(accountId: number, input: NewHosting, now: number): Query<Queued> {
    const hosting = yield* record(accountId, input, 'create', now);
    return yield* queueCreation(accountId, hosting, now);
  }

  /** Records a VPS for an existing machine and queues its takeover. The engine then reports its properties. */
  function* adopt(accountId: number, source: string, input: NewHosting, now: number): Query<Queued> {
    const hosting = yield* record(accountId, input, 'adopt', now);
    const spec = specOf(hosting);
    return yield* queue(accountId, actions.adopt, hosting, { name: spec.name, source, spec }, now);
  }

  function* record(accountId: number, input: NewHosting, pending: 'create' | 'adopt', now: number): Query<HostingRow> {
    const hosting = yield* store.insertHosting(accountId, rowOf(input), pending, now);
    if (input.tags?.length) yield* replaceTags(accountId, hosting);
    if (input.sealedUserData !== undefined) yield* keepUserData(accountId, hosting.id, input.sealedUserData);
    yield* store.serversLimit.check(accountId);
    if (guards) yield* guards.recorded(accountId, hosting.id, input.firewallIds ?? [], now);
    if (onRecorded) yield* onRecorded(accountId, hosting, now);
    return hosting;
  }

  function* queueCreation(accountId: number, hosting: HostingRow, now: number): Query<Queued> {
    const spec = specOf(hosting);
    const source = hosting.source === null ? undefined : { accountId, ...(JSON.parse(hosting.source) as ServerSource) };
    return yield* queue(accountId, actions.create, hosting, { name: spec.name, spec, source }, now);
  }

  /**
   * Queues the creation again if an earlier attempt failed. Returns undefined if there is nothing to create or other
   * work is queued.
   */
  function* retryCreation(accountId: number, id: number, now: number): Query<Queued | undefined> {
    const row = yield* findHosting(accountId, id);
    if (!isUncreated(row) || row.pending !== null) return undefined;
    const hosting = yield* store.changeHosting(accountId, row, { status: 'provisioning', pending: 'create' }, now);
    return hosting && (yield* queueCreation(accountId, hosting, now));
  }

  function* restart(accountId: number, id: number, force: boolean, now: number): Query<Queued> {
    const hosting = yield* change(accountId, id, now, (row) => {
      if (row.status !== 'running') {
        throw errors.restart_needs_running_vps({ status: row.status });
      }
      refuseWhileBusy(row);
      return { status: 'restarting', pending: 'restart' };
    });
    return yield* queue(accountId, actions.restart, hosting, { name: instanceName(id), force }, now);
  }

  /** Starts a VPS that is stopped or in `error`. If its creation failed, it is created again. */
  function* start(accountId: number, id: number, now: number): Query<Queued> {
    const hosting = yield* change(accountId, id, now, (row) => {
      refuseUnless(row, ['stopped', 'error'], 'started');
      refuseWhileBusy(row);
      return row.node === null ? { status: 'provisioning', pending: 'create' } : { pending: 'start' };
    });
    const [suspension] = yield* suspensions.listOpen(accountId, id);
    if (suspension) throw errors.vps_about_to_be_suspended();
    if (hosting.pending === 'create') return yield* queueCreation(accountId, hosting, now);
    return yield* queue(accountId, actions.start, hosting, { name: instanceName(id) }, now);
  }

  function* stop(accountId: number, id: number, force: boolean, now: number): Query<Queued> {
    const hosting = yield* change(accountId, id, now, (row) => {
      refuseUnless(row, ['running'], 'stopped');
      refuseWhileBusy(row);
      return { pending: 'stop' };
    });
    return yield* queue(accountId, actions.stop, hosting, { name: instanceName(id), force }, now);
  }

  /** Replaces the SSH keys of a VPS. Expects keys as returned by `readSshKeys`. */
  function* setAccess(accountId: number, id: number, sshKeys: string[], now: number): Query<Queued> {
    const hosting = yield* change(accountId, id, now, (row) => {
      refuseUnless(row, ['running', 'stopped'], 'given other keys');
      refuseWhileBusy(row);
      return { pending: 'access' };
    });
    return yield* queue(accountId, actions.access, hosting, { name: instanceName(id), sshKeys }, now);
  }

  /** Resizes a VPS after the work in progress. Its status does not change. */
  function* resize(accountId: number, id: number, size: NewSize, now: number): Query<Queued> {
    if (!vps.capabilities.has('resize')) throw errors.engine_without_resize();
    const hosting = yield* change(accountId, id, now, (row) => {
      if (isEnding(row)) throw errors.vps_cannot_be_resized({ status: describe(row) });
      if (size.disk_gb < row.disk_gb) {
        throw errors.disk_cannot_shrink({ disk: row.disk_gb });
      }
      // Keep the other pending action: it says more about the next status of the VPS.
      return { pending: row.pending ?? 'resize' };
    });
    const { vcpus, memory_mb: memoryMb, disk_gb: diskGb, plan } = size;
    const bounds = size.bounds ?? JSON.parse(hosting.bounds);
    const input = { name: instanceName(id), size: { vcpus, memoryMb, diskGb, bounds }, plan };
    return yield* queue(accountId, actions.resize, hosting, input, now);
  }

  /** Deletes a VPS and its disk after the work in progress. */
  function* terminate(accountId: number, id: number, now: number): Query<Queued> {
    const hosting = yield* change(accountId, id, now, (row) => {
      if (isEnding(row)) throw errors.vps_already_so({ status: describe(row) });
      return { pending: 'terminate' };
    });
    return yield* queue(accountId, actions.terminate, hosting, { name: instanceName(id) }, now);
  }

  /** Records which subscription pays for a VPS; null if none does. */
  function assign(accountId: number, id: number, { from, to, plan }: Assignment, now: number) {
    return change(accountId, id, now, (row) => {
      if (to !== null && isEnding(row)) throw errors.vps_without_subscription({ status: describe(row) });
      if (row.subscription_id !== from) throw errors.vps_subscription_changed({ id });
      return { subscription_id: to, ...(plan === undefined ? {} : { plan }) };
    });
  }

  /** Records why the network of a VPS is off; null if it is on. */
  function setIsolation(accountId: number, id: number, isolation_reason: string | null, now: number) {
    return change(accountId, id, now, (row) => {
      if (isEnding(row)) throw errors.vps_without_network({ status: describe(row) });
      return { isolation_reason };
    });
  }

  /**
   * Changes the status from running, stopped or error to restoring. `status_before` says whether the VPS runs
   * afterwards. A VPS in error does, because that is why it is restored.
   */
  function beginRestore(accountId: number, id: number, now: number): Query<HostingRow> {
    return change(accountId, id, now, (row) => {
      refuseUnless(row, ['running', 'stopped', 'error'], 'restored');
      refuseWhileBusy(row);
      return { status: 'restoring', status_before: row.status === 'error' ? 'running' : row.status };
    });
  }

  /**
   * Ends a restore. `found` is the state reported by the engine; if undefined, the status before the restore is used.
   * A restored machine boots from its disk, not from the rescue system.
   */
  function endRestore(accountId: number, id: number, { found, isRestored }: RestoreEnd, now: number) {
    return change(accountId, id, now, (row) => {
      if (row.status !== 'restoring') return {};
      const status = found ?? row.status_before ?? 'error';
      return { status, status_before: null, ...(isRestored ? { rescue_since: null } : {}) };
    });
  }

  /** Updates the record to the state of the engine. Returns undefined if the record was changed since it was read. */
  function* followEngine(seen: Seen, changes: Partial<HostingState>, now: number): Query<HostingRow | undefined> {
    const row = yield* store.findHosting(seen.account_id, seen.id);
    return row?.revision === seen.revision ? yield* store.changeHosting(seen.account_id, row, changes, now) : undefined;
  }

  /** Stops a suspended VPS that was started by hand. The action is queued like all other work on it. */
  function* stopAgain(seen: Seen, now: number): Query<Queued | undefined> {
    const hosting = yield* followEngine(seen, { pending: 'stop' }, now);
    if (!hosting) return undefined;
    return yield* queue(seen.account_id, actions.stop, hosting, { name: instanceName(seen.id), force: false }, now);
  }

  return {
    list: properties.list,
    find: findHosting,
    provision,
    retryCreation,
    adopt,
    restart,
    start,
    stop,
    setAccess,
    resize,
    ...suspensions,
    terminate,
    assign,
    setIsolation,
    beginRestore,
    endRestore,
    followEngine,
    stopAgain,
  };
}

/** Returns the hostname in lower case. Throws VALIDATION_ERROR. */
export function readHostname(text: string): string {
  const hostname = text.toLowerCase();
  if (HOSTNAME.test(hostname)) return hostname;
  const details = [fieldErrors.hostname_malformed('hostname')];
  throw errors.not_a_hostname({ text }, { details });
}

function rowOf(input: NewHosting): store.NewHostingRow {
  const hostname = readHostname(input.hostname);
  const { vcpus, memory_mb, disk_gb, image, kind = 'container', label = null, plan = null } = input;
  const { region = DEFAULT_REGION, subscriptionId: subscription_id = null, sshKeys = [] } = input;
  const [ssh_keys, bounds] = [JSON.stringify(sshKeys), JSON.stringify(input.bounds ?? {})];
  const tags = JSON.stringify(input.tags ?? []);
  const source = input.source ? JSON.stringify(input.source) : null;
  const login = input.login ?? (sshKeys.length > 0 ? 'ssh_key' : null);
  const texts = { hostname, label, region, plan, image, ssh_keys, login, bounds, tags, source };
  return { ...texts, subscription_id, vcpus, memory_mb, disk_gb, kind };
}
