import type { Query } from '@hostler/database';
import { HOUR } from '#kernel/time.ts';
import { errors } from '../errors.ts';
import type { BackupKinds, ResourceRef } from '../kinds.ts';
import type { BackupService } from '../service.ts';
import type { BackupRow } from '../store.ts';
import { listLast } from './store.ts';

/** A failed last backup is retried after 1, 2, 4 hours and so on, up to a day. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [HOUR, 24 * HOUR];

/** State of the last backup before a resource is terminated. */
export interface LastBackup {
  /** The resource may be terminated only if this is `verified`. */
  readonly state: 'making' | 'verified' | 'failed';
  readonly backupId: number;
  /** Reason of the last failure. The backup is retried. */
  readonly error: string | null;
}

export type LastBackups = ReturnType<typeof createLastBackups>;

interface Dependencies {
  kinds: BackupKinds;
  backups: Pick<BackupService, 'begin'>;
}

/**
 * Makes a last backup of a suspended resource before its termination. Nothing changes the resource any more, so the
 * backup is complete. It belongs to the customer and counts like any other, but limits do not prevent it.
 */
export function createLastBackups({ kinds, backups }: Dependencies) {
  /**
   * Starts the last backup if there is none, and returns its state. Call it until the state is `verified`. Backups from
   * before the resource ran again do not count. Throws CONFLICT if the resource cannot be backed up now.
   */
  function* ensure(accountId: number, of: ResourceRef, now: number): Query<LastBackup> {
    const kind = kinds.of(of);
    if (!kind.chooseForLast) throw errors.no_last_backup({ kind: kind.inErrors ?? kind.name });
    const { since, ...chosen } = yield* kind.chooseForLast(accountId, of.id);
    const tries = yield* listLast(accountId, of, since);
    const told = tell(tries, now);
    if (told) return told;
    const plan = { of, chosen, expectedBytes: chosen.sizeBytes };
    const name = `Last backup of ${chosen.label}`;
    const { backup } = yield* backups.begin(accountId, plan, { type: 'manual', name, lastSince: since }, now);
    return { state: 'making', backupId: backup.id, error: null };
  }

  return { ensure };
}

/**
 * Returns undefined if a backup must be started: none is good or in progress, and the pause after the last failure is
 * over.
 */
function tell(tries: readonly BackupRow[], now: number): LastBackup | undefined {
  const good = tries.find(({ status, verified_at }) => GOOD.has(status) && verified_at !== null);
  if (good) return { state: 'verified', backupId: good.id, error: null };
  const [newest] = tries;
  if (!newest) return undefined;
  if (newest.status !== 'failed') return { state: 'making', backupId: newest.id, error: null };
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (tries.length - 1), LONGEST_PAUSE_MS);
  if (Math.abs(now - newest.created_at) >= pause) return undefined;
  return { state: 'failed', backupId: newest.id, error: newest.error };
}

/** A restore reads the file and does not change it. */
const GOOD: ReadonlySet<string> = new Set(['completed', 'restoring']);
