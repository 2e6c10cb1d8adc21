import type { Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { AdoptedVps, VpsDriver, VpsSize, VpsSpec } from '#engines/vps/driver.ts';
import type { Vault } from '#kernel/crypto.ts';
import type { ActionKind } from '#kernel/jobs/action-kind.ts';
import type { PoolService } from './addresses/pools/service.ts';
import type { ReverseInput } from './addresses/reverse/plan.ts';
import type { ServerMail } from './customer-mail.ts';
import type { ServerFollowers } from './followers.ts';
import type { ServerGuard } from './guards.ts';
import { hostingIdOf } from './machine.ts';
import {
  change,
  ended,
  type Facts,
  type Found,
  isSettled,
  knownFrom,
  onMachine,
  settle,
  settleFailure,
  tell,
} from './outcome.ts';
import { passwordAction } from './password/action.ts';
import { rebuildAction } from './rebuild/action.ts';
import { rescueAction } from './rescue/action.ts';
import { HOSTING_RESOURCE } from './resource.ts';
import { deleteSnapshotsOf } from './snapshots/store.ts';
import type { ServerSources } from './sources/service.ts';
import type { ServerSource } from './sources/source.ts';
import { suspendAction, unsuspendAction } from './suspensions/actions.ts';
import { closeSuspensions } from './suspensions/store.ts';
import { throttleBounds } from './traffic/size.ts';
import { dropUserData } from './user-data/store.ts';
import { viewHosting } from './view.ts';

const RESOURCE = HOSTING_RESOURCE;

const SOURCE_ADVICE = 'Write to support, or cancel the order.';

interface Input {
  name: string;
}

export interface CreateInput extends Input {
  /** Actions queued by an older version have neither kind nor keys. */
  spec: Omit<VpsSpec, 'kind' | 'sshKeys'> & Partial<VpsSpec>;
  /** Absent if the disk comes from an image. */
  source?: (ServerSource & { accountId: number }) | undefined;
}

export interface AdoptInput extends Input {
  /** Name of the machine in the engine's own tool. */
  source: string;
  /** Values of the record until the engine reports its own. */
  spec: VpsSpec;
}

export interface PowerInput extends Input {
  /** Absent in actions queued by an older version. */
  force?: boolean;
}

export interface AccessInput extends Input {
  sshKeys: string[];
}

export interface ResizeInput extends Input {
  size: VpsSize;
  plan?: string | undefined;
}

export type HostingActions = ReturnType<typeof hostingActions>;

interface Dependencies {
  vps: VpsDriver;
  followers?: ServerFollowers;
  mail?: ServerMail;
  /** Opens encrypted inputs. */
  vault?: Vault;
  /** Returns the user data of the order, which is deleted once the machine is created. */
  readUserData?(name: string): Promise<string | undefined>;
  guards?: Pick<ServerGuard, 'readPolicy'>;
  /** Returns the nodes that take no new servers. */
  listLockedNodes?(): Promise<readonly string[]>;
  /** Gives new servers their addresses, and takes them back at the end. */
  pools?: Pick<PoolService, 'claim' | 'release'>;
  /** Removes the reverse names of released addresses. */
  resetReverse?(accountId: number, id: number, released: readonly ReverseInput[], now: number): Query<void>;
  /** Returns the recorded size of a server, and its network limit while it is throttled. */
  findSize?(id: number): Promise<{ size: VpsSize; throttledMbps: number | null } | undefined>;
  sources?: Pick<ServerSources, 'create'>;
  /** Counts the traffic of a machine before its counters are lost. */
  countUsage?(name: string): Promise<void>;
}

/** Defines all actions on a VPS. Actions on one VPS run in order, so each starts from the result of the one before. */
export function hostingActions(dependencies: Dependencies) {
  const { vps, followers, mail, vault, guards, listLockedNodes, readUserData, pools, resetReverse, findSize, sources } =
    dependencies;
  const { countUsage } = dependencies;
  const readPolicy = async (name: string) => guards?.readPolicy(hostingIdOf(name) ?? 0);

  async function inspect({ name }: Input): Promise<Found> {
    return (await vps.inspect(name))?.status ?? 'missing';
  }

  const create: ActionKind<CreateInput, Facts> = {
    type: 'hosting.create',
    resource: RESOURCE,
    async run({ spec, source }, { signal }) {
      const avoid = await listLockedNodes?.();
      const claimed = await pools?.claim(spec.name, avoid ?? []);
      try {
        const [firewall, userData] = [await readPolicy(spec.name), await readUserData?.(spec.name)];
        const machine = { ...spec, kind: spec.kind ?? 'container', sshKeys: spec.sshKeys ?? [], userData, firewall };
        const placed = { ...machine, addresses: claimed?.addresses };
        const options = { signal, avoid, node: claimed?.node };
        const created =
          source && sources
            ? await sources.create(source.accountId, source, placed, options)
            : await vps.create(placed, options);
        // A firewall may have been changed meanwhile.
        const latest = await readPolicy(spec.name);
        if (latest && latest.version !== firewall?.version) await vps.setFirewall(spec.name, latest, { signal });
        return created;
      } catch (error) {
        // Remove a partly created machine, which otherwise keeps its address forever. A machine that is not ours is
        // left alone.
        if (error instanceof EngineError && error.code === 'refused') await vps.destroy(spec.name).catch(() => {});
        throw error;
      }
    },
    *succeed(about, _input, facts) {
      const hosting = yield* settle(about, 'create', facts);
      if (!hosting) return;
      yield* dropUserData(about.accountId, about.resourceId);
      yield* tell(about, 'hosting.created', viewHosting(hosting, vps));
      if (followers) yield* followers.tellCreated(about.accountId, about.resourceId, about.now);
      if (mail) yield* mail.ready(about, hosting);
    },
    *fail(about, { source }, error) {
      const { accountId, resourceId, now } = about;
      const isRetried = followers ? yield* followers.tellNotCreated(accountId, resourceId, error, now) : false;
      yield* change(about, (row) => ({
        ...ended(row, 'create'),
        // A server that waits for an address is retried when one is free.
        status: isSettled(row) ? row.status : isRetried || row.delay_reason !== null ? 'provisioning' : 'error',
        delayed_since: isRetried ? (row.delayed_since ?? now) : row.delay_reason === null ? null : row.delayed_since,
        ...(isRetried && source && error.code === 'ENGINE_REFUSED'
          ? { delay_reason: `${error.message} ${SOURCE_ADVICE}` }
          : {}),
      }));
    },
    simulate: () => ({ status: 'running', node: 'sandbox', ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] }),
  };

  /** Takes over an existing machine. If that fails, the record becomes `terminated`. */
  const adopt: ActionKind<AdoptInput, AdoptedVps> = {
    type: 'hosting.adopt',
    resource: RESOURCE,
    // Giving up halfway can leave the machine renamed and without a record.
    waitsForEngine: true,
    run: ({ source, name, spec }, { signal }) => vps.adopt(source, name, { signal, bounds: spec.bounds }),
    *succeed(about, _input, { spec, state }) {
      const hosting = yield* change(about, (row) => ({
        ...ended(row, 'adopt'),
        ...knownFrom(state),
        status: isSettled(row) ? row.status : state.status,
        vcpus: spec.vcpus,
        memory_mb: spec.memoryMb,
        disk_gb: spec.diskGb,
        image: spec.image,
        kind: spec.kind,
        ssh_keys: JSON.stringify(spec.sshKeys),
      }));
      if (hosting) yield* tell(about, 'hosting.created', viewHosting(hosting, vps));
    },
    *fail(about) {
      yield* change(about, () => ({ status: 'terminated', pending: null, status_before: null }));
    },
    simulate: ({ name, spec }) => ({
      spec,
      state: { name, status: 'stopped', node: 'sandbox', ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] },
    }),
  };

  const start: ActionKind<Input, Facts, Found> = {
    type: 'hosting.start',
    resource: RESOURCE,
    run: ({ name }, { signal }) => onMachine(vps.start(name, { signal })),
    *succeed(about, _input, facts) {
      yield* settle(about, 'start', facts);
    },
    inspect,
    fail: (about, _input, _error, found) => settleFailure(about, 'start', found),
    simulate: () => ({ status: 'running' }),
  };

  const stop: ActionKind<PowerInput, Facts, Found> = {
    type: 'hosting.stop',
    resource: RESOURCE,
    neverRefused: true,
    async run({ name, force }, { signal }) {
      await countUsage?.(name);
      return onMachine(vps.stop(name, { signal, force }));
    },
    *succeed(about, _input, facts) {
      yield* settle(about, 'stop', facts);
    },
    inspect,
    fail: (about, _input, _error, found) => settleFailure(about, 'stop', found),
    simulate: () => ({ status: 'stopped' }),
  };

  const restart: ActionKind<PowerInput, Facts, Found> = {
    type: 'hosting.restart',
    resource: RESOURCE,
    async run({ name, force }, { signal }) {
      await countUsage?.(name);
      return onMachine(vps.restart(name, { signal, force }));
    },
    *succeed(about, _input, facts) {
      const hosting = yield* settle(about, 'restart', facts);
      if (hosting) yield* tell(about, 'hosting.restarted', viewHosting(hosting, vps));
    },
    inspect,
    fail: (about, _input, _error, found) => settleFailure(about, 'restart', found),
    simulate: () => ({ status: 'running' }),
  };

  /**
   * Sets SSH keys. The record is changed after the machine, so that a recreated machine gets the keys the old one had.
   */
  const access: ActionKind<AccessInput, null, Found> = {
    type: 'hosting.access',
    resource: RESOURCE,
    async run({ name, sshKeys }, { signal }) {
      await onMachine(vps.setAccess(name, sshKeys, { signal }));
      return null;
    },
    *succeed(about, { sshKeys }) {
      yield* change(about, (row) => ({ ...ended(row, 'access'), ssh_keys: JSON.stringify(sshKeys) }));
    },
    inspect,
    fail: (about, _input, _error, found) => settleFailure(about, 'access', found),
    simulate: () => null,
  };

  /**
   * Resizes a VPS. The customer has paid for it, so an unreachable engine is waited for. The record is changed after
   * the machine.
   */
  const resize: ActionKind<ResizeInput, null> = {
    type: 'hosting.resize',
    resource: RESOURCE,
    neverRefused: true,
    waitsForEngine: true,
    async run({ name, size }, { signal }) {
      // A missing machine gets the size when it is created again or restored.
      if (await vps.inspect(name)) await vps.resize(name, await throttled(name, size), { signal });
      return null;
    },
    *succeed(about, { size, plan }) {
      yield* change(about, (row) => ({
        ...ended(row, 'resize'),
        vcpus: size.vcpus,
        memory_mb: size.memoryMb,
        disk_gb: size.diskGb,
        bounds: JSON.stringify(size.bounds ?? {}),
        plan: plan ?? row.plan,
      }));
      if (followers) yield* followers.tellResized(about.accountId, about.resourceId, { error: null }, about.now);
    },
    *fail(about, _input, error) {
      yield* change(about, (row) => ended(row, 'resize'));
      if (followers) yield* followers.tellResized(about.accountId, about.resourceId, { error }, about.now);
    },
    simulate: () => null,
  };

  /** Returns the size with the network limit of a throttled server, which outlasts a change of plan. */
  async function throttled(name: string, size: VpsSize): Promise<VpsSize> {
    const { throttledMbps = null } = (await findSize?.(hostingIdOf(name) ?? 0)) ?? {};
    return { ...size, bounds: throttleBounds(size.bounds ?? {}, throttledMbps) };
  }

  /**
   * Applies the network limit in the record, or its end. The record was changed before, so that an action that is
   * repeated or late never applies an outdated limit.
   */
  const throttle: ActionKind<Input, { enforced: boolean } | null> = {
    type: 'hosting.throttle',
    resource: RESOURCE,
    neverRefused: true,
    waitsForEngine: true,
    async run({ name }, { signal }) {
      const found = await findSize?.(hostingIdOf(name) ?? 0);
      // A missing machine gets the limit when it is created again or restored.
      if (!found || !(await vps.inspect(name))) return null;
      const { networkUnlimited } = await vps.resize(name, found.size, { signal });
      return { enforced: !networkUnlimited };
    },
    *succeed(about, _input, applied) {
      if (applied === null) return;
      yield* change(about, ({ throttled_mbps }) => ({
        throttle_missing_since: throttled_mbps === null || applied.enforced ? null : about.now,
      }));
    },
    *fail() {},
    simulate: () => null,
  };

  const terminate: ActionKind<Input, null, Found> = {
    type: 'hosting.terminate',
    resource: RESOURCE,
    neverRefused: true,
    waitsForEngine: true,
    async run({ name }, { signal }) {
      await vps.destroy(name, { signal });
      return null;
    },
    *succeed(about) {
      yield* change(about, () => ({
        status: 'terminated',
        pending: null,
        status_before: null,
        node: null,
        ipv4: '[]',
        ipv6: '[]',
      }));
      yield* closeSuspensions(about.accountId, about.resourceId, about.now);
      const released = pools ? yield* pools.release(about.resourceId, about.now) : [];
      if (resetReverse) yield* resetReverse(about.accountId, about.resourceId, released, about.now);
      yield* dropUserData(about.accountId, about.resourceId);
      yield* deleteSnapshotsOf(about.accountId, about.resourceId);
      if (followers) yield* followers.tellTerminated(about.accountId, about.resourceId, about.now);
    },
    inspect,
    fail: (about, _input, _error, found) => settleFailure(about, 'terminate', found),
    simulate: () => null,
  };

  const password = passwordAction({ vps, vault });
  const rebuild = rebuildAction({ vps, followers, readUserData });
  const rescue = rescueAction({ vps, vault });
  const suspend = suspendAction(vps);
  const unsuspend = unsuspendAction(vps, mail);

  const power = { start, stop, restart };
  const systems = { access, password, rebuild, rescue };
  return { create, adopt, ...power, ...systems, resize, throttle, suspend, unsuspend, terminate };
}
