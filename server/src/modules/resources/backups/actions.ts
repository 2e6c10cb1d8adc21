import type { Readable } from 'node:stream';
import type { Database, Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { StorageDriver, StoredObject } from '#engines/storage/driver.ts';
import { sha256 } from '#kernel/crypto.ts';
import { emit } from '#kernel/events/emit.ts';
import type { ActionKind, ActionResource, ActionSubject } from '#kernel/jobs/action-kind.ts';
import { enqueueJob } from '#kernel/jobs/queue.ts';
import { QuotaExceeded } from '#kernel/limits/limit.ts';
import type { Target } from './backup-kind.ts';
import { drillAction } from './drills/actions.ts';
import type { TellOfDrill } from './drills/customer-mail.ts';
import { drillMonthly } from './drills/monthly.ts';
import { REMOVE_LEFTOVER } from './jobs.ts';
import type { BackupKinds } from './kinds.ts';
import { type RemoveAction, storageKey } from './removal.ts';
import type { TellOfFailures } from './schedules/customer-mail.ts';
import { noteFailure, noteSuccess } from './schedules/outcome.ts';
import { type BackupRow, backupBytesLimit, changeBackup, findBackup } from './store.ts';
import { viewBackup } from './view.ts';

const RESOURCE: ActionResource = { type: 'backup', scopes: ['backups.read', 'backups.write'], lane: 'copies' };

export interface BackupInput {
  accountId: number;
  backupId: number;
  target: Target;
  /** Approximate size of the file. */
  expectedBytes?: number | undefined;
  /** True for the backup before a resource is terminated. Limits do not apply to it. */
  isLast?: boolean;
}

export interface RestoreInput extends BackupInput {
  resourceId: number;
  checksum: string;
}

interface Dependencies {
  db: Database;
  storage: StorageDriver;
  kinds: BackupKinds;
  tellOfFailures: TellOfFailures;
  tellOfDrill: TellOfDrill;
}

export type BackupActions = ReturnType<typeof createBackupActions>;

export function createBackupActions({ db, storage, kinds, tellOfFailures, tellOfDrill }: Dependencies) {
  const verify = drillAction(RESOURCE, { storage, kinds, tellOfDrill });

  const create: ActionKind<BackupInput, StoredObject> = {
    type: 'backup.create',
    resource: RESOURCE,
    async run({ accountId, backupId, target, expectedBytes, isLast }, { signal, report }) {
      await db.write(() => begin(accountId, backupId, isLast)).catch(refuse);
      const key = storageKey(accountId, backupId);
      try {
        if (expectedBytes !== undefined) await storage.requireRoom(expectedBytes);
        const kind = kinds.of(target);
        const source = await kind.dump(target, { signal });
        const written = await storage.write(key, source, { signal, expectedBytes });
        await report(50);
        // Read the file back once: it must be equal to what was written, and the engine must accept it as a complete
        // archive.
        const examine = (stored: Readable) => kind.examine(target, stored, { signal });
        const found = await storage.verify(key, { signal, examine });
        if (found.sha256 === written.sha256) return found;
        throw new EngineError('refused', 'The backup could not be read back as it was written.');
      } catch (error) {
        // After an abort another worker may already be writing the file, so leave it alone.
        if (!signal.aborted) await storage.remove(key).catch(() => {});
        throw error;
      }
    },
    *succeed(about, _input, { sizeBytes, sha256 }) {
      const { accountId, now } = about;
      const facts = { size_bytes: sizeBytes, checksum: sha256, verified_at: now, completed_at: now };
      const backup = yield* moveOn(about, { status: 'completed', ...facts });
      if (!backup) return;
      yield* emit({ accountId, type: 'backup.created', data: viewBackup(backup), now });
      if (backup.type !== 'scheduled') return;
      yield* noteSuccess(accountId, backup, now, remove);
      yield* drillMonthly({ kinds, action: verify }, accountId, backup, now);
    },
    *fail(about, { accountId, backupId }, { message }) {
      const backup = yield* moveOn(about, { status: 'failed', error: message });
      // The file is already removed, unless the storage was unreachable.
      const payload = { key: storageKey(accountId, backupId) };
      yield* enqueueJob({ kind: REMOVE_LEFTOVER, payload, accountId, runAt: about.now });
      if (backup?.type === 'scheduled') yield* noteFailure(accountId, backup, about.now, tellOfFailures);
    },
    simulate: () => ({ sizeBytes: 0, sha256: sha256('') }),
  };

  const restore: ActionKind<RestoreInput, unknown, unknown> = {
    type: 'backup.restore',
    resource: RESOURCE,
    async run({ accountId, backupId, target, checksum }, { signal, report }) {
      const key = storageKey(accountId, backupId);
      // Read the whole file before changing anything: a partial restore is worse than none.
      if ((await storage.verify(key, { signal })).sha256 !== checksum) {
        throw new EngineError('refused', 'The backup file is damaged, so it was not restored. Nothing was changed.');
      }
      await report(30);
      return await kinds.of(target).load(target, await storage.read(key, { signal }), { signal });
    },
    inspect: ({ target }) => kinds.of(target).inspect(target),
    *succeed(about, input, remains) {
      const backup = yield* moveOn(about, { status: 'completed', verified_at: about.now });
      yield* endRestore(about, input, remains, backup?.created_at);
    },
    *fail(about, input, _error, remains) {
      yield* moveOn(about, { status: 'completed' });
      yield* endRestore(about, input, remains);
    },
    simulate: () => undefined,
  };

  const remove: RemoveAction = {
    type: 'backup.remove',
    resource: RESOURCE,
    lane: 'upkeep',
    run: ({ key }) => storage.remove(key),
    waitsForEngine: true,
    neverRefused: true,
    // The record was deleted with the request. Nothing is left to change.
    *succeed() {},
    *fail() {},
    simulate() {},
  };

  /** `asOf` is the time of the restored backup. Undefined if the restore failed. */
  function* endRestore(about: ActionSubject, input: RestoreInput, remains: unknown, asOf?: number): Query<void> {
    const { accountId, now } = about;
    yield* kinds.of(input.target).endRestore(accountId, input.resourceId, remains, { asOf, now });
  }

  return { create, restore, verify, remove };
}

/** Starts a backup. On a retry its status is already `running`. */
function* begin(accountId: number, backupId: number, isLast = false): Query<void> {
  const backup = yield* findBackup(accountId, backupId);
  if (!backup) throw new EngineError('not_found', 'There is no such backup any more.');
  // Check again: other backups may have become larger than expected.
  if (!isLast) yield* backupBytesLimit.check(accountId);
  if (backup.status === 'pending') yield* changeBackup(accountId, backup, { status: 'running' });
}

/** Turns an exceeded limit into an engine error, so that the owner reads its message. */
function refuse(error: unknown): never {
  throw error instanceof QuotaExceeded ? new EngineError('refused', error.message) : error;
}

/** Changes the status of a backup. Only its own action does so, so there are no concurrent changes. */
function* moveOn({ accountId, resourceId }: ActionSubject, changes: Partial<BackupRow>): Query<BackupRow | undefined> {
  const backup = yield* findBackup(accountId, resourceId);
  return backup && (yield* changeBackup(accountId, backup, changes));
}
