import { EngineError } from '../../../engines/engine.ts';
import type { VpsBounds, VpsDriver, VpsSample } from '../../../engines/vps/driver.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { Query } from '../../../kernel/db/query.ts';
import type { AccountListRequest } from '../../../kernel/db/staff-list.ts';
import { AppError, notFound, validationError } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time.ts';
import { requireAccount } from '../../identity/accounts/index.ts';
import { findActionFailure } from '../../platform/actions/index.ts';
import { toPlainText } from './console-text.ts';
import { hostingIdOf, instanceName } from './machine.ts';
import { insertHistory } from './metrics/operator-store.ts';
import { findHostingOwner, findLivingHosting, listAllHosting, listLiving as listLivingRows } from './operator-store.ts';
import type { Hosting, HostingStatus } from './schemas.ts';
import type { HostingService } from './service.ts';
import { readSshKeys } from './ssh-keys/ssh-keys.ts';
import type { HostingRow } from './store.ts';
import { createSuspensionOperator } from './suspensions/operator-service.ts';
import { viewHosting, viewQueued } from './view.ts';
import { waitForWork } from './wait.ts';
import type { Queued } from './work.ts';

/** Of a VPS that is made without a plan. */
const DEFAULT_SIZE = {
  vcpus: 1,
  memory_mb: 1024,
  disk_gb: 20,
  image: 'debian/13',
  kind: 'container',
  bounds: {},
} as const;
/** A name on the engine, in one of its projects where it has such. */
const INSTANCE = /^(?:[a-z0-9][\w.-]{0,62}\/)?([a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)$/i;

/** What a plan says of its servers. */
interface PlannedHosting extends Pick<HostingRow, 'vcpus' | 'memory_mb' | 'disk_gb' | 'image' | 'kind'> {
  name: string;
  bounds: VpsBounds;
}
/** By id or name. */
export type FindPlan = (idOrName: string) => Query<PlannedHosting | undefined>;

interface Described {
  account_id: number;
  /** Id or name of the plan it is sold as. */
  plan?: string | undefined;
  /** What the customer calls it. */
  label?: string | undefined;
  /** Where it shall be. */
  region?: string | undefined;
}

interface NewHosting extends Described {
  hostname: string;
  /** What it is made from; the plan's when absent. */
  image?: string | undefined;
  ssh_keys?: readonly string[] | undefined;
}

interface AdoptedHosting extends Described {
  /** Its name as the engine's own tool shows it, with `project/` before it where it is in another. */
  instance: string;
  /** The name of the instance when absent. */
  hostname?: string | undefined;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  vps: VpsDriver;
  hosting: HostingService;
  findPlan: FindPlan;
}

/** A VPS of any customer that is not terminated, for upkeep that goes over all of them. */
export interface LivingServer {
  readonly id: number;
  readonly accountId: number;
  readonly hostname: string;
}

type QueuedHosting = ReturnType<typeof viewQueued<number>>;
type One = { id: number };
/** Of a machine; what is counted only grows. */
type Reading = Omit<VpsSample, 'name'>;
type Forced = One & { force?: boolean | undefined };

export type HostingOperatorService = ReturnType<typeof createHostingOperatorService>;

/** They only queue the work; the worker does it. */
export function createHostingOperatorService({ db, clock, vps, hosting, findPlan }: Dependencies) {
  function* create({ account_id, plan, hostname, label, region, ...given }: NewHosting): Query<QueuedHosting> {
    const sshKeys = readSshKeys(given.ssh_keys ?? []);
    yield* requireAccount(account_id);
    const described = yield* describeNew(plan);
    const input = { ...described, hostname, label, region, image: given.image ?? described.image, sshKeys };
    return viewQueued(yield* hosting.provision(account_id, input, clock.now()), vps);
  }

  /** Its size stays what it is. */
  function* adopt({ account_id, instance, plan, label, region, ...given }: AdoptedHosting): Query<QueuedHosting> {
    const name = readInstance(instance);
    yield* requireAccount(account_id);
    yield* refuseLiving(name);
    const input = { ...(yield* describeNew(plan)), hostname: given.hostname ?? name, label, region };
    return viewQueued(yield* hosting.adopt(account_id, instance, input, clock.now()), vps);
  }

  /** What the plan says of a VPS. */
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

  /** Its size is the plan's; the disk only grows. */
  function* resize({ id, plan }: One & { plan: string }): Query<QueuedHosting> {
    const { vcpus, memory_mb, disk_gb, bounds, plan: name } = yield* describeNew(plan);
    return yield* work(id, (owner, now) =>
      hosting.resize(owner, id, { vcpus, memory_mb, disk_gb, bounds, plan: name }, now),
    );
  }

  function terminate({ id }: One): Query<QueuedHosting> {
    return work(id, (owner, now) => hosting.terminate(owner, id, now));
  }

  function* work(id: number, queue: (accountId: number, now: number) => Query<Queued>): Query<QueuedHosting> {
    return viewQueued(yield* queue(yield* ownerOf(id), clock.now()), vps);
  }

  /** Until the work has ended, which a server or worker must do; gives up when nobody begins it. */
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

  /** Why work that has ended failed; undefined where it did not. */
  function* findFailure({ id, action_id }: { id: number; action_id: number | null }): Query<string | undefined> {
    return action_id === null ? undefined : yield* findActionFailure(yield* ownerOf(id), action_id);
  }

  /** The end of what a VPS wrote to its console. */
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

  /** What a VPS used before it was watched here, oldest first. */
  function* recordHistory({ id, readings }: One & { readings: readonly Reading[] }): Query<void> {
    yield* ownerOf(id);
    yield* insertHistory(id, readings);
  }

  /** Of all customers, or of one. */
  function* list(request: AccountListRequest<HostingStatus> = {}): Query<(Hosting & { account_id: number })[]> {
    const rows = yield* listAllHosting(request);
    return rows.map((row) => ({ account_id: row.account_id, ...viewHosting(row, vps) }));
  }

  /** Throws NOT_FOUND. */
  function findOwner({ id }: One): Query<number> {
    return ownerOf(id);
  }

  /** By id. */
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

/** Without its project. */
function readInstance(instance: string): string {
  const [, name] = INSTANCE.exec(instance) ?? [];
  if (name !== undefined) return name;
  throw validationError([{ field: 'instance', message: 'must be the name of a machine, like web1.' }]);
}

/** One of a terminated VPS, or of none, may be had; the machine of a customer may not. */
function* refuseLiving(name: string): Query<void> {
  const id = hostingIdOf(name);
  const living = id === undefined ? undefined : yield* findLivingHosting(id);
  if (living) throw new AppError('CONFLICT', `${name} is the machine of a VPS that is ${living.status}.`);
}

/** Throws NOT_FOUND. */
function* ownerOf(id: number): Query<number> {
  const accountId = yield* findHostingOwner(id);
  if (accountId === undefined) throw notFound('VPS');
  return accountId;
}
