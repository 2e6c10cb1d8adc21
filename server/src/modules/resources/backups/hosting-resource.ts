import type { VpsDriver, VpsSpec } from '../../../engines/vps/driver.ts';
import type { HostingService } from '../hosting/index.ts';
import { conflict, type ResourceKind } from './resource.ts';

export type Servers = Pick<HostingService, 'find' | 'beginRestore' | 'endRestore' | 'specOf' | 'serialKeyOf'>;

export interface HostingTarget {
  type: 'hosting';
  /** Work that an older version queued says neither kind nor keys. */
  spec: Omit<VpsSpec, 'kind' | 'sshKeys'> & Partial<VpsSpec>;
  /** Whether it shall run after it was restored. */
  shallRun: boolean;
}

/** A VPS that is on its way up or down can be copied too: that work is done first. */
const WHOLE = new Set(['running', 'stopped', 'restarting']);

export function createHostingResource(servers: Servers, vps: VpsDriver): ResourceKind<HostingTarget> {
  return {
    *describe(accountId, id) {
      const { hostname: label, status } = yield* servers.find(accountId, id);
      return { label, engine: 'vps', isOver: status === 'terminated' };
    },

    *chooseForBackup(accountId, id) {
      const server = yield* servers.find(accountId, id);
      if (!WHOLE.has(server.status) || server.pending === 'terminate') {
        const state = server.pending === 'terminate' ? 'being terminated' : server.status;
        throw conflict(`This VPS is ${state}; no backup can be made of it now.`);
      }
      const target = { type: 'hosting' as const, spec: servers.specOf(server), shallRun: false };
      return { label: server.hostname, serialKey: servers.serialKeyOf(id), target, engine: 'vps' };
    },

    *beginRestore(accountId, id, now) {
      const server = yield* servers.beginRestore(accountId, id, now);
      // One whose machine is lost is restored so that it runs again; only what stood still stays so.
      const shallRun = server.status_before !== 'stopped';
      const target = { type: 'hosting' as const, spec: servers.specOf(server), shallRun };
      return { label: server.hostname, serialKey: servers.serialKeyOf(id), target, engine: 'vps' };
    },

    *endRestore(accountId, id, remains, now) {
      yield* servers.endRestore(accountId, id, remains, now);
    },

    dump: ({ spec }, options) => vps.export(spec.name, options),

    examine: (_target, source, options) => vps.examine(source, options),

    async load({ spec, shallRun }, source, options) {
      // The import leaves it stopped.
      const whole = { ...spec, kind: spec.kind ?? 'container', sshKeys: spec.sshKeys ?? [] };
      const imported = await vps.import(whole, source, options);
      return shallRun ? (await vps.start(spec.name, options)).status : imported.status;
    },

    look: async ({ spec }) => (await vps.inspect(spec.name))?.status,
  };
}
