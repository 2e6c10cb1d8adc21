import type { VpsBounds, VpsDriver, VpsKind, VpsStatus } from '../../../engines/vps/driver.ts';
import type { Page, PageRequest } from '../../../kernel/db/page.ts';
import type { Query } from '../../../kernel/db/query.ts';
import { AppError, conflict } from '../../../kernel/errors.ts';
import type { HostingActions } from './actions.ts';
import { instanceName, specOf } from './machine.ts';
import { describe, isEnding, isUncreated, refuseUnless, refuseWhileBusy } from './state.ts';
import type { HostingRow, HostingState } from './store.ts';
import * as store from './store.ts';
import { createSuspensions } from './suspensions/service.ts';
import { changeHosting as change, findHosting, type Queued, queueWork as queue, type Seen } from './work.ts';

export interface NewHosting extends Pick<HostingRow, 'hostname' | 'vcpus' | 'memory_mb' | 'disk_gb' | 'image'> {
  label?: string | undefined;
  region?: string | undefined;
  plan?: string | undefined;
  subscriptionId?: number | undefined;
  kind?: VpsKind | undefined;
  /** As a plan has them; those of the engine when absent. */
  bounds?: VpsBounds | undefined;
  /** As readSshKeys gives them. */
  sshKeys?: readonly string[] | undefined;
}

export interface NewSize extends Pick<HostingRow, 'vcpus' | 'memory_mb' | 'disk_gb'> {
  /** Those it has when absent. */
  bounds?: VpsBounds | undefined;
  /** What it is sold as from then on; what it was when absent. */
  plan?: string | undefined;
}

const HOSTNAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
const DEFAULT_REGION = 'default';

export type HostingService = ReturnType<typeof createHostingService>;

interface Dependencies {
  actions: HostingActions;
  vps: Pick<VpsDriver, 'capabilities'>;
  /** Told of every VPS in the transaction that records it. */
  onRecorded?(accountId: number, hosting: HostingRow, now: number): Query<void>;
}

export function createHostingService({ actions, vps, onRecorded }: Dependencies) {
  const suspensions = createSuspensions(actions);

  function list(accountId: number, page: PageRequest): Query<Page<HostingRow>> {
    return store.listHosting(accountId, page);
  }

  /** Records a VPS and queues its making. */
  function* provision(accountId: number, input: NewHosting, now: number): Query<Queued> {
    const hosting = yield* record(accountId, input, 'create', now);
    return yield* queueCreation(accountId, hosting, now);
  }

  /** Records a VPS for a machine that exists on the engine, and queues its takeover; what it is, the engine will say. */
  function* adopt(accountId: number, source: string, input: NewHosting, now: number): Query<Queued> {
    const hosting = yield* record(accountId, input, 'adopt', now);
    const spec = specOf(hosting);
    return yield* queue(accountId, actions.adopt, hosting, { name: spec.name, source, spec }, now);
  }

  function* record(accountId: number, input: NewHosting, pending: 'create' | 'adopt', now: number): Query<HostingRow> {
    const hosting = yield* store.insertHosting(accountId, rowOf(input), pending, now);
    yield* store.serversLimit.check(accountId);
    if (onRecorded) yield* onRecorded(accountId, hosting, now);
    return hosting;
  }

  function* queueCreation(accountId: number, hosting: HostingRow, now: number): Query<Queued> {
    const spec = specOf(hosting);
    return yield* queue(accountId, actions.create, hosting, { name: spec.name, spec }, now);
  }

  /** Queues the creation again if an earlier attempt failed; undefined if there is nothing to create or other work is queued. */
  function* retryCreation(accountId: number, id: number, now: number): Query<Queued | undefined> {
    const row = yield* findHosting(accountId, id);
    if (!isUncreated(row) || row.pending !== null) return undefined;
    const hosting = yield* store.changeHosting(accountId, row, { status: 'provisioning', pending: 'create' }, now);
    return hosting && (yield* queueCreation(accountId, hosting, now));
  }

  function* restart(accountId: number, id: number, force: boolean, now: number): Query<Queued> {
    const hosting = yield* change(accountId, id, now, (row) => {
      if (row.status !== 'running') {
        throw new AppError('VPS_NOT_RUNNING', `This VPS is ${row.status}. Only a running VPS can be restarted.`);
      }
      refuseWhileBusy(row);
      return { status: 'restarting', pending: 'restart' };
    });
    return yield* queue(accountId, actions.restart, hosting, { name: instanceName(id), force }, now);
  }

  /** Also gets a VPS out of `error`; one whose making failed is then made anew. */
  function* start(accountId: number, id: number, now: number): Query<Queued> {
    const hosting = yield* change(accountId, id, now, (row) => {
      refuseUnless(row, ['stopped', 'error'], 'started');
      refuseWhileBusy(row);
      return row.node === null ? { status: 'provisioning', pending: 'create' } : { pending: 'start' };
    });
    const [suspension] = yield* suspensions.listOpen(accountId, id);
    if (suspension) throw conflict('This VPS is about to be suspended and cannot be started.');
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

  /** Makes these the only keys that may log in; as readSshKeys gives them. */
  function* setAccess(accountId: number, id: number, sshKeys: string[], now: number): Query<Queued> {
    const hosting = yield* change(accountId, id, now, (row) => {
      refuseUnless(row, ['running', 'stopped'], 'given other keys');
      refuseWhileBusy(row);
      return { pending: 'access' };
    });
    return yield* queue(accountId, actions.access, hosting, { name: instanceName(id), sshKeys }, now);
  }

  /** Gives it another size, after the work that is under way; in whatever state it is, it stays in it. */
  function* resize(accountId: number, id: number, size: NewSize, now: number): Query<Queued> {
    if (!vps.capabilities.has('resize'))
      throw conflict('The engine of this VPS does not support another size. Order a new server instead.');
    const hosting = yield* change(accountId, id, now, (row) => {
      if (isEnding(row)) throw conflict(`This VPS is ${describe(row)} and cannot be resized now.`);
      if (size.disk_gb < row.disk_gb) {
        throw conflict(
          `The disk of this VPS has ${row.disk_gb} GB and cannot shrink. Choose a size with at least as much.`,
        );
      }
      // What else is under way stays noted: it says more about what the VPS will be.
      return { pending: row.pending ?? 'resize' };
    });
    const { vcpus, memory_mb: memoryMb, disk_gb: diskGb, plan } = size;
    const bounds = size.bounds ?? JSON.parse(hosting.bounds);
    const input = { name: instanceName(id), size: { vcpus, memoryMb, diskGb, bounds }, plan };
    return yield* queue(accountId, actions.resize, hosting, input, now);
  }

  /** Takes the VPS and its disk away, after the work that is under way. */
  function* terminate(accountId: number, id: number, now: number): Query<Queued> {
    const hosting = yield* change(accountId, id, now, (row) => {
      if (isEnding(row)) throw conflict(`This VPS is already ${describe(row)}.`);
      return { pending: 'terminate' };
    });
    return yield* queue(accountId, actions.terminate, hosting, { name: instanceName(id) }, now);
  }

  /**
   * From running, stopped or error to restoring. `status_before` of what it answers tells whether it shall run afterwards:
   * one in error shall, because that is why it is restored.
   */
  function beginRestore(accountId: number, id: number, now: number): Query<HostingRow> {
    return change(accountId, id, now, (row) => {
      refuseUnless(row, ['running', 'stopped', 'error'], 'restored');
      refuseWhileBusy(row);
      return { status: 'restoring', status_before: row.status === 'error' ? 'running' : row.status };
    });
  }

  /** `found` is what the engine says of the machine now; without it, it is taken to be what it was before. */
  function endRestore(accountId: number, id: number, found: VpsStatus | 'error' | undefined, now: number) {
    return change(accountId, id, now, (row) => {
      if (row.status !== 'restoring') return {};
      return { status: found ?? row.status_before ?? 'error', status_before: null };
    });
  }

  /** Makes the record what the engine was found to have; undefined where it changed since it was read for that. */
  function* followEngine(seen: Seen, changes: Partial<HostingState>, now: number): Query<HostingRow | undefined> {
    const row = yield* store.findHosting(seen.account_id, seen.id);
    return row?.revision === seen.revision ? yield* store.changeHosting(seen.account_id, row, changes, now) : undefined;
  }

  /** A suspended VPS that somebody started by hand is stopped again, in turn with all other work on it. */
  function* stopAgain(seen: Seen, now: number): Query<Queued | undefined> {
    const hosting = yield* followEngine(seen, { pending: 'stop' }, now);
    if (!hosting) return undefined;
    return yield* queue(seen.account_id, actions.stop, hosting, { name: instanceName(seen.id), force: false }, now);
  }

  return {
    list,
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
    beginRestore,
    endRestore,
    followEngine,
    stopAgain,
  };
}

/** In small letters; throws what is wrong with it. */
export function readHostname(text: string): string {
  const hostname = text.toLowerCase();
  if (HOSTNAME.test(hostname)) return hostname;
  const details = [{ field: 'hostname', message: 'must be a hostname, like shop.example.com.' }];
  throw new AppError('VALIDATION_ERROR', `${text} is not a hostname.`, { details });
}

function rowOf(input: NewHosting): store.NewHostingRow {
  const hostname = readHostname(input.hostname);
  const { vcpus, memory_mb, disk_gb, image, kind = 'container', label = null, plan = null } = input;
  const { region = DEFAULT_REGION, subscriptionId: subscription_id = null, sshKeys = [] } = input;
  const [ssh_keys, bounds] = [JSON.stringify(sshKeys), JSON.stringify(input.bounds ?? {})];
  return { hostname, label, region, plan, subscription_id, vcpus, memory_mb, disk_gb, image, kind, bounds, ssh_keys };
}
