import { type Page, type PageRequest, type Query, viewPage } from '@hostler/database';
import type { VpsBounds } from '#engines/vps/driver.ts';
import type { ServerContract, ServerContracts } from './contract.ts';
import type { ServerFollower, ServerFollowers } from './followers.ts';
import { type ServerGuard, ServerGuards } from './guards.ts';
import type { HostingStatus } from './schemas.ts';
import type { Assignment, HostingService, NewHosting, NewSize } from './service.ts';
import type { ServerSources } from './sources/service.ts';
import { type HostingRow, type HostingWork, listHosting } from './store.ts';
import type { NewSuspension, Suspension, SuspensionCause } from './suspensions/schemas.ts';
import { viewSuspension } from './suspensions/view.ts';
import type { UserData } from './user-data/service.ts';

/** A VPS as seen by other modules. */
export interface Server {
  readonly id: number;
  readonly hostname: string;
  readonly status: HostingStatus;
  /** The last accepted action that has not ended. */
  readonly pending: HostingWork | null;
  /** The subscription that pays, or last paid, for it. */
  readonly subscriptionId: number | null;
  /** Time since which the server is off although nobody stopped it here. */
  readonly offSince: number | null;
  readonly image: string;
  readonly vcpus: number;
  readonly memoryMb: number;
  readonly diskGb: number;
  /** True if containers can run inside the server. */
  readonly nesting: boolean;
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
  /** True if the engine has created the machine. */
  readonly isCreated: boolean;
  /** True if the customer must turn the protection off before the server can be ended. */
  readonly isProtected: boolean;
}

export type Servers = ReturnType<typeof createServers>;

interface Dependencies {
  hosting: HostingService;
  followers: ServerFollowers;
  contracts: ServerContracts;
  userData: UserData;
  guards?: ServerGuards;
  sources: ServerSources;
}

/** Operations on servers for other modules. */
export function createServers(dependencies: Dependencies) {
  const { hosting, followers, contracts, userData, sources, guards = new ServerGuards() } = dependencies;

  function* list(accountId: number, page: PageRequest): Query<Page<Server>> {
    return viewPage(yield* listHosting(accountId, page), toServer);
  }

  /** Returns a server. Throws NOT_FOUND. */
  function* find(accountId: number, id: number): Query<Server> {
    return toServer(yield* hosting.find(accountId, id));
  }

  function* provision(accountId: number, input: NewHosting, now: number): Query<Server> {
    return toServer((yield* hosting.provision(accountId, input, now)).hosting);
  }

  /**
   * Queues the creation again if an earlier attempt failed. Returns false if there is nothing to create or other work
   * is queued.
   */
  function* retryCreation(accountId: number, id: number, now: number): Query<boolean> {
    return (yield* hosting.retryCreation(accountId, id, now)) !== undefined;
  }

  /**
   * Stops a server until the suspension is lifted. Does nothing if it is already suspended for this cause. Throws
   * CONFLICT if it is being terminated.
   */
  function* suspend(accountId: number, id: number, suspension: NewSuspension, now: number): Query<Server> {
    return toServer((yield* hosting.suspend(accountId, id, suspension, now)).hosting);
  }

  /** Lifts the suspension for this cause, if there is one. The server runs again if no other suspension is open. */
  function* lift(accountId: number, id: number, cause: SuspensionCause, now: number): Query<Server> {
    return toServer((yield* hosting.lift(accountId, id, cause, now)).hosting);
  }

  /** Lists the open suspensions, oldest first. */
  function* listSuspensions(accountId: number, id: number): Query<Suspension[]> {
    return (yield* hosting.listOpen(accountId, id)).map(viewSuspension);
  }

  /**
   * Resizes a server after the work in progress. It stays running, stopped or suspended. Throws CONFLICT if the disk is
   * smaller. Followers are notified of the result.
   */
  function* resize(
    accountId: number,
    id: number,
    size: NewSize,
    now: number,
  ): Query<{ server: Server; actionId: number }> {
    const queued = yield* hosting.resize(accountId, id, size, now);
    return { server: toServer(queued.hosting), actionId: queued.actionId };
  }

  /** Deletes a server and its disk after the work in progress. Throws CONFLICT if it is already being terminated. */
  function* terminate(accountId: number, id: number, now: number): Query<Server> {
    return toServer((yield* hosting.terminate(accountId, id, now)).hosting);
  }

  /**
   * Records which subscription pays for a server. Throws CONFLICT if it is not `from` any more, or if the server is
   * terminated.
   */
  function* assign(accountId: number, id: number, change: Assignment, now: number): Query<Server> {
    return toServer(yield* hosting.assign(accountId, id, change, now));
  }

  /** Registers a follower, which is notified of changes to servers. */
  function follow(follower: ServerFollower): void {
    followers.add(follower);
  }

  /** Registers the subscriptions that pay for servers. */
  function sellBy(contract: ServerContract): void {
    contracts.register(contract);
  }

  /** Records why the network of a server is off; null if it is on. Its packet rules are those of its guard. */
  function* setIsolation(accountId: number, id: number, reason: string | null, now: number): Query<Server> {
    return toServer(yield* hosting.setIsolation(accountId, id, reason, now));
  }

  /** Registers the firewalls of servers. */
  function guardBy(guard: ServerGuard): void {
    guards.register(guard);
  }

  /** Throws NOT_FOUND if a firewall is not the account's, and CONFLICT if a new server cannot have them. */
  function checkFirewalls(accountId: number, firewallIds: readonly number[]): Query<void> {
    return guards.check(accountId, firewallIds);
  }

  /** Returns whether an order that is not yet delivered names the firewall. */
  function isFirewallOrdered(accountId: number, firewallId: number): Query<boolean> {
    return contracts.namesFirewall(accountId, firewallId);
  }
  const { find: findSource, useBackups } = sources;

  return {
    findSource,
    useBackups,
    list,
    find,
    provision,
    retryCreation,
    suspend,
    lift,
    listSuspensions,
    resize,
    terminate,
    assign,
    follow,
    sellBy,
    guardBy,
    checkFirewalls,
    isFirewallOrdered,
    setIsolation,
    /** Checks the user data of a new server and returns it encrypted. Throws VALIDATION_ERROR. */
    sealUserData: userData.seal,
  };
}

export function toServer(row: HostingRow): Server {
  const { id, hostname, status, pending, image, vcpus, memory_mb: memoryMb, disk_gb: diskGb } = row;
  const bounds: VpsBounds = JSON.parse(row.bounds);
  return {
    id,
    hostname,
    status,
    pending,
    subscriptionId: row.subscription_id,
    offSince: row.off_since,
    image,
    vcpus,
    memoryMb,
    diskGb,
    nesting: row.kind === 'virtual-machine' || bounds.nesting === true,
    ipv4: JSON.parse(row.ipv4),
    ipv6: JSON.parse(row.ipv6),
    isCreated: row.node !== null,
    isProtected: row.protected_at !== null,
  };
}
