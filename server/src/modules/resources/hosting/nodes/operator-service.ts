import type { Database, Query, StaffListRequest } from '@hostler/database';
import type { VpsDriver, VpsNode } from '#engines/vps/driver.ts';
import { notFound } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { createEngineNodes } from './engine-nodes.ts';
import { errors } from './errors.ts';
import { listNodeUse } from './operator-store.ts';
import type { Node, NodeStatus } from './schemas.ts';
import { deleteLock, insertLock, listLocks } from './store.ts';
import { isFull, viewNode } from './view.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  vps: Pick<VpsDriver, 'listNodes'>;
}

export type NodeOperatorService = ReturnType<typeof createNodeOperatorService>;

/** Staff operations on the hosts of the engine. */
export function createNodeOperatorService({ db, clock, vps }: Dependencies) {
  const { readNodes, peek } = createEngineNodes(vps);

  /**
   * Lists the nodes of the engine, and others that servers or locks name, by name. If the engine is down, the status of
   * all is `unknown`.
   */
  async function list(request: StaffListRequest<NodeStatus> = {}): Promise<Node[]> {
    const { status, text = '', limit, offset = 0, tally } = request;
    const { nodes } = await readNodes();
    const matching = (await db.read(describeNodes(nodes))).filter(
      (node) =>
        node.name.toLowerCase().includes(text.toLowerCase()) && (status === undefined || node.status === status),
    );
    if (tally) tally.total = matching.length;
    return matching.slice(offset, limit === undefined ? undefined : offset + limit);
  }

  /** Stops new servers from being placed on a node. Its servers are unaffected. */
  async function lock({ node, reason }: { node: string; reason?: string | undefined }): Promise<Node> {
    const { nodes } = await readNodes();
    return db.write(function* () {
      yield* find(nodes, node);
      const lock = yield* insertLock({ node, reason: reason ?? null, locked_at: clock.now() });
      if (!lock) throw errors.node_already_locked({ node });
      return yield* find(nodes, node);
    });
  }

  async function unlock({ node }: { node: string }): Promise<Node> {
    const { nodes } = await readNodes();
    return db.write(function* () {
      const found = yield* find(nodes, node);
      if (!(yield* deleteLock(node))) throw errors.node_not_locked({ node });
      return { ...found, locked: false, lock_reason: null, locked_at: null };
    });
  }

  /** Lists the nodes that run full, as they were last read. Undefined if they are not known yet. */
  function listFull(): string[] | undefined {
    const seen = peek();
    return seen?.error === null ? seen.nodes.filter(isFull).map(({ name }) => name) : undefined;
  }

  /** Returns the names of the locked nodes, for the placement of a new server. */
  async function listLocked(): Promise<string[]> {
    return (await db.read(listLocks())).map(({ node }) => node);
  }

  /** Throws CONFLICT if every node that is online is locked. An engine that cannot be read refuses nothing. */
  async function refuseIfAllLocked(): Promise<void> {
    const online = await list({ status: 'online' });
    if (online.length === 0 || online.some(({ locked }) => !locked)) return;
    throw errors.all_nodes_locked();
  }

  return { list, listFull, lock, unlock, listLocked, refuseIfAllLocked };
}

function* describeNodes(nodes: readonly VpsNode[]): Query<Node[]> {
  const [uses, locks] = [yield* listNodeUse(), yield* listLocks()];
  const names = new Set([...nodes.map(({ name }) => name), ...[...uses, ...locks].map(({ node }) => node)]);
  return [...names].sort().map((name) =>
    viewNode(name, {
      found: nodes.find((node) => node.name === name),
      use: uses.find(({ node }) => node === name),
      lock: locks.find(({ node }) => node === name),
    }),
  );
}

/** Throws NOT_FOUND. */
function* find(nodes: readonly VpsNode[], name: string): Query<Node> {
  const found = (yield* describeNodes(nodes)).find((node) => node.name === name);
  if (!found) throw notFound('Node');
  return found;
}
