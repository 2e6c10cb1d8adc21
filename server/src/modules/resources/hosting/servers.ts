import type { VpsBounds } from '../../../engines/vps/driver.ts';
import { type Page, type PageRequest, viewPage } from '../../../kernel/db/page.ts';
import type { Query } from '../../../kernel/db/query.ts';
import type { ServerFollower, ServerFollowers } from './followers.ts';
import type { HostingStatus } from './schemas.ts';
import type { HostingService, NewHosting, NewSize } from './service.ts';
import type { HostingRow, HostingWork } from './store.ts';
import type { NewSuspension, Suspension, SuspensionCause } from './suspensions/schemas.ts';
import { viewSuspension } from './suspensions/view.ts';

/** A VPS, as other modules know it. */
export interface Server {
  readonly id: number;
  readonly hostname: string;
  readonly status: HostingStatus;
  /** The work that was accepted last and has not ended. */
  readonly pending: HostingWork | null;
  /** Since when it is known to be off although nobody here stopped it. */
  readonly offSince: number | null;
  readonly image: string;
  readonly vcpus: number;
  readonly memoryMb: number;
  readonly diskGb: number;
  /** Whether containers can run inside it. */
  readonly nesting: boolean;
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
  /** Whether the engine has created its machine. */
  readonly isCreated: boolean;
}

export type Servers = ReturnType<typeof createServers>;

/** What other modules do with servers. */
export function createServers(hosting: HostingService, followers: ServerFollowers) {
  function* list(accountId: number, page: PageRequest): Query<Page<Server>> {
    return viewPage(yield* hosting.list(accountId, page), toServer);
  }

  /** Throws NOT_FOUND. */
  function* find(accountId: number, id: number): Query<Server> {
    return toServer(yield* hosting.find(accountId, id));
  }

  function* provision(accountId: number, input: NewHosting, now: number): Query<Server> {
    return toServer((yield* hosting.provision(accountId, input, now)).hosting);
  }

  /** Queues the creation again if an earlier attempt failed; false if there is nothing to create or other work is queued. */
  function* retryCreation(accountId: number, id: number, now: number): Query<boolean> {
    return (yield* hosting.retryCreation(accountId, id, now)) !== undefined;
  }

  /** Off until it is lifted; does nothing where it is suspended for this cause already. One that is ending is a CONFLICT. */
  function* suspend(accountId: number, id: number, suspension: NewSuspension, now: number): Query<Server> {
    return toServer((yield* hosting.suspend(accountId, id, suspension, now)).hosting);
  }

  /** Ends a suspension for this cause, where there is one; it runs again when there is none for another. */
  function* lift(accountId: number, id: number, cause: SuspensionCause, now: number): Query<Server> {
    return toServer((yield* hosting.lift(accountId, id, cause, now)).hosting);
  }

  /** Those that last, the oldest first. */
  function* listSuspensions(accountId: number, id: number): Query<Suspension[]> {
    return (yield* hosting.listOpen(accountId, id)).map(viewSuspension);
  }

  /**
   * Gives it another size, after the work that is under way; it stays as it is, running, stopped or suspended. A smaller
   * disk is a CONFLICT. Followers are told how it ended.
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

  /** Takes it and its disk away, for good, after the work that is under way. One that is ending is a CONFLICT. */
  function* terminate(accountId: number, id: number, now: number): Query<Server> {
    return toServer((yield* hosting.terminate(accountId, id, now)).hosting);
  }

  /** Whoever keeps something about servers is told of their ends and restores. */
  function follow(follower: ServerFollower): void {
    followers.add(follower);
  }

  return { list, find, provision, retryCreation, suspend, lift, listSuspensions, resize, terminate, follow };
}

export function toServer(row: HostingRow): Server {
  const { id, hostname, status, pending, image, vcpus, memory_mb: memoryMb, disk_gb: diskGb } = row;
  const bounds: VpsBounds = JSON.parse(row.bounds);
  return {
    id,
    hostname,
    status,
    pending,
    offSince: row.off_since,
    image,
    vcpus,
    memoryMb,
    diskGb,
    nesting: row.kind === 'virtual-machine' || bounds.nesting === true,
    ipv4: JSON.parse(row.ipv4),
    ipv6: JSON.parse(row.ipv6),
    isCreated: row.node !== null,
  };
}
