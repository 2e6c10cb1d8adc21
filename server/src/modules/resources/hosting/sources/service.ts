import type { Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { CreateOptions, VpsDriver, VpsSpec, VpsState } from '#engines/vps/driver.ts';
import { validationError } from '#kernel/errors.ts';
import type { ServerBackups } from '../../backups/index.ts';
import { instanceName, snapshotName } from '../machine.ts';
import { requireSnapshot } from '../snapshots/find.ts';
import { findHosting } from '../work.ts';
import { errors, fieldErrors } from './errors.ts';
import type { FoundSource, ServerSource } from './source.ts';

/** The fields of a request that name a source. */
export interface SourceRequest {
  readonly snapshot_id?: number | undefined;
  readonly backup_id?: number | undefined;
}

export type ServerSources = ReturnType<typeof createServerSources>;

export function createServerSources({ vps }: { vps: VpsDriver }) {
  let backups: ServerBackups | undefined;

  /** Registers the backups that servers can be created from. */
  function useBackups(registered: ServerBackups): void {
    backups = registered;
  }

  /**
   * Returns the source that a request names; undefined if it names none. Throws VALIDATION_ERROR if it names two,
   * NOT_FOUND, or CONFLICT if the source cannot be used.
   */
  function* find(accountId: number, request: SourceRequest): Query<FoundSource | undefined> {
    const { snapshot_id, backup_id } = request;
    if (snapshot_id !== undefined && backup_id !== undefined) {
      throw validationError([fieldErrors.backup_and_snapshot('backup_id')]);
    }
    if (snapshot_id !== undefined) return yield* ofSnapshot(accountId, snapshot_id);
    if (backup_id !== undefined) return yield* ofBackup(accountId, backup_id);
    return undefined;
  }

  function* ofSnapshot(accountId: number, id: number): Query<FoundSource> {
    const { status, hosting_id } = yield* requireSnapshot(accountId, id);
    if (status !== 'available' && status !== 'restoring') {
      throw errors.snapshot_not_available({ status });
    }
    return yield* describe(accountId, hosting_id, { type: 'snapshot', id, hostingId: hosting_id });
  }

  function* ofBackup(accountId: number, id: number): Query<FoundSource> {
    if (!backups) throw new Error('No backups are registered.');
    const { hostingId } = yield* backups.find(accountId, id);
    return yield* describe(accountId, hostingId, { type: 'backup', id });
  }

  /** The record of a server outlives its machine. Its disk only grows, so it is at least that of the source. */
  function* describe(accountId: number, hostingId: number, source: ServerSource): Query<FoundSource> {
    const { kind, disk_gb, image, ssh_keys } = yield* findHosting(accountId, hostingId);
    return { source, name: source.type, kind, diskGb: disk_gb, image, sshKeys: JSON.parse(ssh_keys) };
  }

  /** Creates a machine from a source and starts it. Repeatable. Throws `refused` if the source is gone. */
  async function create(
    accountId: number,
    source: ServerSource,
    spec: VpsSpec,
    options: CreateOptions,
  ): Promise<VpsState> {
    if (source.type === 'snapshot') {
      const from = { name: instanceName(source.hostingId), snapshot: snapshotName(source.id) };
      return await vps.create(spec, { ...options, from });
    }
    if (!backups) throw new EngineError('unreachable', 'Backups cannot be read at the moment.');
    // An earlier attempt has imported it: an import is complete, or absent.
    if (!(await vps.inspect(spec.name))) {
      const archive = await backups.open(accountId, source.id, options);
      await vps.import(spec, archive, { ...options, anew: true });
    }
    return await vps.start(spec.name, options);
  }

  return { useBackups, find, create };
}
