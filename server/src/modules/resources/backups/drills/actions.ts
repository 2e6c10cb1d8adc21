import type { Query } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { StorageDriver } from '#engines/storage/driver.ts';
import type { ActionKind, ActionResource, ActionSubject } from '#kernel/jobs/action-kind.ts';
import { enqueueJob } from '#kernel/jobs/queue.ts';
import type { Target } from '../backup-kind.ts';
import type { BackupKinds } from '../kinds.ts';
import { storageKey } from '../removal.ts';
import type { TellOfDrill } from './customer-mail.ts';
import { CLEAR_DRILL } from './jobs.ts';
import { endDrill } from './store.ts';

interface DrillInput {
  accountId: number;
  backupId: number;
  resourceId: number;
  checksum: string;
  /** The throw-away copy. */
  target: Target;
}

export type DrillAction = ActionKind<DrillInput, null>;

interface Dependencies {
  storage: StorageDriver;
  kinds: BackupKinds;
  tellOfDrill: TellOfDrill;
}

/** Restores a backup into a throw-away copy. The copy is deleted at the end, and again by a job after a crash. */
export function drillAction(resource: ActionResource, { storage, kinds, tellOfDrill }: Dependencies): DrillAction {
  return {
    type: 'backup.verify',
    resource,
    lane: 'drills',
    async run({ accountId, backupId, checksum, target }, { signal, report }) {
      const { drill } = kinds.of(target);
      if (!drill) throw new EngineError('refused', 'Backups of this kind cannot be verified.');
      const key = storageKey(accountId, backupId);
      if ((await storage.verify(key, { signal })).sha256 !== checksum) {
        throw new EngineError('refused', 'The backup file is damaged.');
      }
      await report(30);
      try {
        await drill.run(target, () => storage.read(key, { signal }), { signal });
      } finally {
        if (!signal.aborted) await drill.clear(target).catch(() => {});
      }
      return null;
    },
    *succeed(about, input) {
      const { accountId, resourceId, now } = about;
      yield* endDrill(accountId, resourceId, { drilled_at: now, drill_error: null });
      const { drill } = kinds.of(input.target);
      if (drill?.note) yield* drill.note(accountId, input.resourceId, now);
      yield* clearLater(about, input);
    },
    *fail(about, input, { message }) {
      const { accountId, resourceId, now } = about;
      const backup = yield* endDrill(accountId, resourceId, { drilled_at: null, drill_error: message });
      if (backup) yield* tellOfDrill(accountId, backup, now);
      yield* clearLater(about, input);
    },
    simulate: () => null,
  };
}

/** The copy is already deleted, unless the engine was unreachable or the worker died. */
function* clearLater({ accountId, now }: ActionSubject, { target }: DrillInput): Query<void> {
  yield* enqueueJob({ kind: CLEAR_DRILL, payload: { target }, accountId, runAt: now });
}
