import { changeRow } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { VpsDriver, VpsSpec } from '#engines/vps/driver.ts';
import type { BackupDrill, Target } from '../backups/index.ts';
import { nameDrill, specOf } from './machine.ts';
import type { HostingService } from './service.ts';
import { changeHosting, findHosting } from './store.ts';

interface DrillTarget extends Target {
  type: 'hosting';
  spec: VpsSpec;
}

const BOOT_MS = 60_000;
const FAILED = 'The restored server does not boot.';

interface Dependencies {
  hosting: Pick<HostingService, 'find'>;
  vps: VpsDriver;
}

/** Restores a backup of a server into a machine without a network, which no customer sees. */
export function createHostingDrill({ hosting, vps }: Dependencies): BackupDrill<DrillTarget> {
  return {
    *choose(accountId, { id, resource_id }) {
      // The record of a server outlives its machine.
      const row = yield* hosting.find(accountId, resource_id);
      const name = nameDrill(id);
      return { type: 'hosting', spec: { ...specOf(row), name, hostname: name, sshKeys: [] } };
    },

    async run({ spec }, open, options) {
      // Replaces the machine of an earlier attempt.
      await vps.import(spec, await open(), { ...options, anew: true, isolated: true });
      await vps.start(spec.name, options);
      // The commands of a virtual machine need an agent inside, which not every image has.
      if (spec.kind === 'container' && vps.capabilities.has('execute')) {
        const { exitCode } = await vps.execute(spec.name, ['true'], { ...options, timeoutMs: BOOT_MS });
        if (exitCode !== 0) throw new EngineError('refused', FAILED);
      }
      if ((await vps.inspect(spec.name))?.status !== 'running') throw new EngineError('refused', FAILED);
    },

    clear: ({ spec }, options) => vps.destroy(spec.name, options),

    *note(accountId, id, now) {
      yield* changeRow(
        () => findHosting(accountId, id),
        (row) => changeHosting(accountId, row, { drilled_at: now }, now),
      );
    },
  };
}
