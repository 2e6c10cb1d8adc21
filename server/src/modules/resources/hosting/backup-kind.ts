import type { VpsAddress, VpsDriver, VpsSpec, VpsStatus } from '#engines/vps/driver.ts';
import type { BackupKind, Target } from '../backups/index.ts';
import type { PoolService } from './addresses/pools/service.ts';
import { createHostingDrill } from './drill.ts';
import { errors } from './errors.ts';
import type { ServerFollowers } from './followers.ts';
import type { ServerGuard } from './guards.ts';
import { hostingIdOf, serialKeyOf, specOf } from './machine.ts';
import type { HostingService } from './service.ts';
import { refuseWithSnapshots } from './snapshots/refuse.ts';
import { describe, isEnding } from './state.ts';

interface HostingTarget extends Target {
  type: 'hosting';
  /** Actions queued by an older version have neither kind nor keys. */
  spec: Omit<VpsSpec, 'kind' | 'sshKeys'> & Partial<VpsSpec>;
  /** True if the VPS is to run after the restore. */
  shallRun: boolean;
}

interface Dependencies {
  hosting: Pick<HostingService, 'find' | 'beginRestore' | 'endRestore'>;
  vps: VpsDriver;
  followers: ServerFollowers;
  pools: Pick<PoolService, 'describe'>;
  guards: Pick<ServerGuard, 'readPolicy'>;
  /** Returns the extra addresses of a server by the name of its machine. */
  listExtraOf(name: string): Promise<VpsAddress[]>;
}

const type = 'hosting';
const engine = 'vps';
/** A VPS that is starting or stopping can be backed up too: that action runs first. */
const WHOLE = new Set(['running', 'stopped', 'restarting']);

export function createHostingBackups({
  hosting,
  vps,
  followers,
  pools,
  guards,
  listExtraOf,
}: Dependencies): BackupKind<HostingTarget, VpsStatus> {
  return {
    type,
    name: 'VPS',
    inErrors: 'server',
    engines: [engine],

    *describe(accountId, id) {
      const { hostname: label, status } = yield* hosting.find(accountId, id);
      return { label, engine, isOver: status === 'terminated' };
    },

    *chooseForBackup(accountId, id) {
      const server = yield* hosting.find(accountId, id);
      if (!WHOLE.has(server.status) || isEnding(server)) {
        const state = isEnding(server) ? describe(server) : server.status;
        throw errors.vps_cannot_be_backed_up({ status: state });
      }
      const target = { type, spec: specOf(server), shallRun: false } as const;
      return { label: server.hostname, serialKey: serialKeyOf(id), target, engine };
    },

    *chooseForLast(accountId, id) {
      const server = yield* hosting.find(accountId, id);
      if (server.status !== 'suspended' || server.pending !== null || server.suspended_at === null) {
        throw errors.vps_not_suspended_for_backup({ status: describe(server) });
      }
      const target = { type, spec: specOf(server), shallRun: false } as const;
      const { hostname: label, suspended_at: since } = server;
      return { label, serialKey: serialKeyOf(id), target, engine, since };
    },

    *beginRestore(accountId, id, now) {
      yield* hosting.find(accountId, id);
      yield* refuseWithSnapshots(accountId, id, 'restored from a backup');
      const server = yield* hosting.beginRestore(accountId, id, now);
      // A VPS whose machine is lost runs after the restore. Only a stopped VPS stays stopped.
      const spec = { ...specOf(server), addresses: yield* pools.describe(id) };
      const target = { type, spec, shallRun: server.status_before !== 'stopped' } as const;
      return { label: server.hostname, serialKey: serialKeyOf(id), target, engine };
    },

    *endRestore(accountId, id, remains, { asOf, now }) {
      yield* hosting.endRestore(accountId, id, { found: remains, isRestored: asOf !== undefined }, now);
      yield* followers.tellReplaced(accountId, id, now);
      if (asOf !== undefined) yield* followers.tellRestored(accountId, id, { asOf }, now);
    },

    drill: createHostingDrill({ hosting, vps }),

    dump: ({ spec }, options) => vps.export(spec.name, options),

    examine: (_target, source, options) => vps.examine(source, options),

    async load({ spec, shallRun }, source, options) {
      // The import leaves the machine stopped.
      const firewall = await guards.readPolicy(hostingIdOf(spec.name) ?? 0);
      const whole = { ...spec, kind: spec.kind ?? 'container', sshKeys: spec.sshKeys ?? [], firewall };
      const imported = await vps.import(whole, source, options);
      const extra = await listExtraOf(spec.name);
      if (extra.length > 0) await vps.setExtraAddresses(spec.name, extra, options);
      return shallRun ? (await vps.start(spec.name, options)).status : imported.status;
    },

    inspect: async ({ spec }) => (await vps.inspect(spec.name))?.status,
  };
}
