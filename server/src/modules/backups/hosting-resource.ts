import type { VpsDriver, VpsSpec } from '../../engines/vps/driver.ts';
import { AppError } from '../../kernel/errors.ts';
import type { HostingService } from '../hosting/index.ts';
import type { ResourceKind } from './resource.ts';

export type Servers = Pick<HostingService, 'find' | 'beginRestore' | 'endRestore' | 'specOf' | 'serialKeyOf'>;

export interface HostingTarget {
  type: 'hosting';
  spec: VpsSpec;
  /** Whether it ran before it was restored, and so shall run afterwards. */
  shallRun: boolean;
}

/** A VPS that is on its way up or down can be copied too: that work is done first. */
const WHOLE = new Set(['running', 'stopped', 'restarting']);

export function createHostingResource(servers: Servers, vps: VpsDriver): ResourceKind<HostingTarget> {
  return {
    *chooseForBackup(accountId, id) {
      const server = yield* servers.find(accountId, id);
      if (!WHOLE.has(server.status) || server.pending === 'terminate') {
        const state = server.pending === 'terminate' ? 'being terminated' : server.status;
        throw new AppError('CONFLICT', `This VPS is ${state}; no backup can be made of it now.`);
      }
      const target = { type: 'hosting' as const, spec: servers.specOf(server), shallRun: false };
      return { label: server.hostname, serialKey: servers.serialKeyOf(id), target };
    },

    *beginRestore(accountId, id, now) {
      const server = yield* servers.beginRestore(accountId, id, now);
      const shallRun = server.status_before === 'running';
      const target = { type: 'hosting' as const, spec: servers.specOf(server), shallRun };
      return { label: server.hostname, serialKey: servers.serialKeyOf(id), target };
    },

    *endRestore(accountId, id, remains, now) {
      yield* servers.endRestore(accountId, id, remains, now);
    },

    dump: ({ spec }, options) => vps.export(spec.name, options),

    async load({ spec, shallRun }, source, options) {
      // The import leaves it stopped.
      const imported = await vps.import(spec, source, options);
      return shallRun ? (await vps.start(spec.name, options)).status : imported.status;
    },

    look: async ({ spec }) => (await vps.inspect(spec.name))?.status,
  };
}
