import type { AccountListRequest, Database, Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { VpsBounds, VpsDriver, VpsSample } from '#engines/vps/driver.ts';
import { audit } from '#kernel/audit/record.ts';
import { AppError, notFound, validationError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { requireAccount } from '../../identity/accounts/index.ts';
import { findActionFailure } from '../../platform/actions/index.ts';
import { type Owned, withOwner } from '../owned.ts';
import { isAdopting, noteSource } from './adoption/operator-store.ts';
import { normaliseSource } from './adoption/source.ts';
import { toPlainText } from './console-text.ts';
import type { ServerContract } from './contract.ts';
import { errors, fieldErrors } from './errors.ts';
import { hostingIdOf, instanceName, isDrill } from './machine.ts';
import { insertHistory } from './metrics/operator-store.ts';
import {
  findHostingOwner,
  findLivingHosting,
  listAllHosting,
  listLiving as listLivingRows,
  noteSizeReason,
} from './operator-store.ts';
import type { Hosting, HostingStatus } from './schemas.ts';
import type { HostingService } from './service.ts';
import { readSshKeys } from './ssh-keys/ssh-keys.ts';
import type { HostingRow } from './store.ts';
import { createSuspensionOperator } from './suspensions/operator-service.ts';
import { addPastTraffic } from './traffic/operator-service.ts';
import { viewHosting, viewQueued } from './view.ts';
import { waitForWork } from './wait.ts';
import type { Queued } from './work.ts';

/** Size of a VPS without a plan. */
const DEFAULT_SIZE = {
  vcpus: 1,
  memory_mb: 1024,
  disk_gb: 20,
  image: 'debian/13',
  kind: 'container',
  bounds: {},
} as const;
/** Name of a machine on the engine, with an optional project. */
const INSTANCE = /^(?:[a-z0-9][\w.-]{0,62}\/)?([a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)$/i;

/** Server properties of a plan. */
interface PlannedHosting extends Pick<HostingRow, 'vcpus' | 'memory_mb' | 'disk_gb' | 'image' | 'kind'> {
  name: string;
  images: readonly string[];
  bounds: VpsBounds;
}
/** Finds a plan by id or name. */
export type FindPlan = (idOrName: string) => Query<PlannedHosting | undefined>;

interface Described {
  account_id: number;
  /** Id or name of the plan. */
  plan?: string | undefined;
  /** Name given by the customer. */
  label?: string | undefined;
  /** Region of the VPS. */
  region?: string | undefined;
}

interface NewHosting extends Described {
  hostname: string;
  /** Image of the VPS. Defaults to that of the plan. */
  image?: string | undefined;
  ssh_keys?: readonly string[] | undefined;
}

interface AdoptedHosting extends Described {
  /** Name as in the engine's own tool. A machine in another project has the prefix `project/`. */
  instance: string;
  /** Defaults to the name of the instance. */
  hostname?: string | undefined;
  /** Subscription of the account that pays for the VPS. */
  subscription_id?: number | undefined;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  vps: VpsDriver;
  hosting: HostingService;
  contracts: ServerContract;
  findPlan: FindPlan;
  trafficSettings: { readonly timeZone: string };
}

/** A VPS of any customer that is not terminated, for recurring jobs that read all of them. */
export interface LivingServer {
  readonly id: number;
  readonly accountId: number;
  readonly hostname: string;
}

interface HostingListRequest extends AccountListRequest<HostingStatus> {
  /** Exact name of the node. */
  node?: string | undefined;
  /** Exact name of the plan. */
  plan?: string | undefined;
}

type QueuedHosting = ReturnType<typeof viewQueued<number>>;
/** With a sentence on the subscription that pays for it. */
type ContractedHosting<A extends number | null> = Omit<QueuedHosting, 'action_id'> & {
  action_id: A;
  subscription: string;
};
type One = { id: number };
type Resize = One & { plan: string; size_only?: boolean | undefined; reason?: string | undefined };
type Termination = One & { keep_subscription?: boolean | undefined };
/** A reading of a machine. Its counters only grow. */
type Reading = Omit<VpsSample, 'name'>;
type Forced = One & { force?: boolean | undefined };

export type HostingOperatorService = ReturnType<typeof createHostingOperatorService>;

/** Operations for staff. They only queue actions, which the worker runs. */
export function createHostingOperatorService(dependencies: Dependencies) {
  const { db, clock, vps, hosting, contracts, findPlan, trafficSettings } = dependencies;
  function* create({ account_id, plan, hostname, label, region, ...given }: NewHosting): Query<QueuedHosting> {
    const sshKeys = readSshKeys(given.ssh_keys ?? []);
    yield* requireAccount(account_id);
    const described = yield* describeNew(plan);
    const input = { ...described, hostname, label, region, image: given.image ?? described.image, sshKeys };
    return viewQueued(yield* hosting.provision(account_id, input, clock.now()), vps);
  }

  /** Takes over a machine, which keeps its size. */
  function* adopt({
    account_id,
    instance,
    plan,
    label,
    region,
    subscription_id,
    ...given
  }: AdoptedHosting): Query<QueuedHosting> {
    const name = readInstance(instance);
    yield* requireAccount(account_id);
    yield* refuseLiving(name);
    const source = normaliseSource(instance);
    if (yield* isAdopting(source)) throw errors.already_being_adopted({ instance });
    const input = { ...(yield* describeNew(plan)), hostname: given.hostname ?? name, label, region };
    const queued = yield* hosting.adopt(account_id, instance, input, clock.now());
    const { id } = queued.hosting;
    yield* noteSource(id, source);
    if (subscription_id !== undefined) {
      yield* contracts.link(account_id, { hostingId: id, subscriptionId: subscription_id }, clock.now());
    }
    return viewQueued(queued, vps);
  }

  /** Returns the properties of a new VPS, from the plan or the default size. */
  function* describeNew(idOrName: string | undefined) {
    const plan = idOrName === undefined ? undefined : yield* findPlan(idOrName);
    if (idOrName !== undefined && !plan) throw notFound('Plan');
    const { vcpus, memory_mb, disk_gb, image, kind, bounds } = plan ?? DEFAULT_SIZE;
    return { plan: plan?.name, vcpus, memory_mb, disk_gb, image, kind, bounds };
  }

  function start({ id }: One): Query<QueuedHosting> {
    return work(id, (owner, now) => hosting.start(owner, id, now));
  }

  function stop({ id, force = false }: Forced): Query<QueuedHosting> {
    return work(id, (owner, now) => hosting.stop(owner, id, force, now));
  }

  function restart({ id, force = false }: Forced): Query<QueuedHosting> {
    return work(id, (owner, now) => hosting.restart(owner, id, force, now));
  }

  /**
   * Changes the plan of the subscription, prorated, and with it the size. `size_only`: the size alone, for a reason. Without a
   * subscription there is only the size. The disk never shrinks.
   */
  function* resize({ id, plan, size_only = false, reason }: Resize): Query<ContractedHosting<number | null>> {
    if (size_only && !reason?.trim()) {
      throw validationError([fieldErrors.reason_required_with_size_only('reason')]);
    }
    if (!size_only && reason !== undefined) {
      throw validationError([fieldErrors.reason_only_with_size_only('reason')]);
    }
    const accountId = yield* ownerOf(id);
    const now = clock.now();
    const { vcpus, memory_mb, disk_gb, bounds, plan: name } = yield* describeNew(plan);
    yield* noteSizeReason(id, size_only ? (reason ?? null) : null);
    const changed = size_only ? undefined : yield* contracts.changePlan(accountId, id, plan, now);
    if (changed) {
      const row = yield* hosting.find(accountId, id);
      return { ...viewQueued({ hosting: row, actionId: changed.actionId }, vps), subscription: changed.summary };
    }
    const size = { vcpus, memory_mb, disk_gb, bounds, ...(size_only ? {} : { plan: name }) };
    const queued = viewQueued(yield* hosting.resize(accountId, id, size, now), vps);
    if (size_only) {
      const record = { type: 'hosting', id, label: `${queued.hostname}: ${reason}` };
      yield* audit({ accounts: [accountId], record, changed: ['vcpus', 'memory_mb', 'disk_gb'], now });
    }
    return { ...queued, subscription: yield* contracts.describeKept(accountId, id) };
  }

  /** Its subscription ends with it, unless it is kept. */
  function* terminate({ id, keep_subscription = false }: Termination): Query<ContractedHosting<number>> {
    const accountId = yield* ownerOf(id);
    const now = clock.now();
    const queued = viewQueued(yield* hosting.terminate(accountId, id, now), vps);
    return { ...queued, subscription: yield* contracts.prepareTermination(accountId, id, keep_subscription, now) };
  }

  function* work(id: number, queue: (accountId: number, now: number) => Query<Queued>): Query<QueuedHosting> {
    return viewQueued(yield* queue(yield* ownerOf(id), clock.now()), vps);
  }

  /** Waits until the action has ended. A server or worker must be running; gives up if none starts the action. */
  async function finish(
    { id, action_id }: { id: number; action_id: number | null },
    options: { patienceMs?: number } = {},
  ) {
    const accountId = await db.read(ownerOf(id));
    const waiting = { db, hosting, accountId, id, ...options };
    const row =
      action_id === null
        ? await db.read(hosting.find(accountId, id))
        : await waitForWork({ ...waiting, actionId: action_id });
    return viewQueued({ hosting: row, actionId: action_id }, vps);
  }

  /** Returns why an ended action failed. Undefined if it succeeded. */
  function* findFailure({ id, action_id }: { id: number; action_id: number | null }): Query<string | undefined> {
    return action_id === null ? undefined : yield* findActionFailure(yield* ownerOf(id), action_id);
  }

  /** Returns the end of the console output of a VPS. */
  async function readConsole({ id }: One) {
    const { hostname, status } = await db.read(find(id));
    const log = await vps.readConsole(instanceName(id)).catch((error) => {
      if (error instanceof EngineError) throw new AppError('CONFLICT', error.message, { cause: error });
      throw error;
    });
    return { id, hostname, status, console: toPlainText(log) };
  }

  function* find(id: number): Query<HostingRow> {
    return yield* hosting.find(yield* ownerOf(id), id);
  }

  /** Stores readings from before the VPS was monitored here, oldest first, with their traffic. */
  function* recordHistory({ id, readings }: One & { readings: readonly Reading[] }): Query<void> {
    const account_id = yield* ownerOf(id);
    const { bounds } = yield* hosting.find(account_id, id);
    yield* insertHistory(id, readings);
    yield* addPastTraffic({ id, account_id, bounds }, readings, trafficSettings.timeZone);
  }

  /** Lists the servers of all accounts or of one. */
  function* list({ node, plan, ...request }: HostingListRequest = {}): Query<Owned<Hosting>[]> {
    const rows = yield* listAllHosting(request, { node, plan });
    return rows.map((row) => withOwner(row, viewHosting(row, vps)));
  }

  /** Returns the account of a server. Throws NOT_FOUND. */
  function findOwner({ id }: One): Query<number> {
    return ownerOf(id);
  }

  /** Returns all servers that are not terminated, by id. */
  function* listLiving(): Query<Map<number, LivingServer>> {
    const rows = yield* listLivingRows();
    return new Map(rows.values().map(({ id, account_id, hostname }) => [id, { id, accountId: account_id, hostname }]));
  }

  return {
    ownerOf,
    create,
    adopt,
    start,
    stop,
    restart,
    resize,
    ...createSuspensionOperator({ clock, vps, hosting, ownerOf }),
    terminate,
    finish,
    findFailure,
    instanceName,
    readConsole,
    recordHistory,
    list,
    listLiving,
    findOwner,
  };
}

/** Returns the name of an instance without its project. */
function readInstance(instance: string): string {
  const [, name] = INSTANCE.exec(instance) ?? [];
  if (name !== undefined) return name;
  throw validationError([fieldErrors.machine_name_malformed('instance')]);
}

/** Refuses to take over the machine of a VPS that is not terminated. All other machines can be taken over. */
function* refuseLiving(name: string): Query<void> {
  if (isDrill(name)) throw errors.machine_of_verification({ name });
  const id = hostingIdOf(name);
  const living = id === undefined ? undefined : yield* findLivingHosting(id);
  if (living) throw errors.machine_already_owned({ name, status: living.status });
}

/** Returns the account of a server. Throws NOT_FOUND. */
function* ownerOf(id: number): Query<number> {
  const accountId = yield* findHostingOwner(id);
  if (accountId === undefined) throw notFound('Server');
  return accountId;
}
