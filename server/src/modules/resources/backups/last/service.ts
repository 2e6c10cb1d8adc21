import type { Query } from '../../../../kernel/db/query.ts';
import { conflict } from '../../../../kernel/errors.ts';
import { HOUR } from '../../../../kernel/time.ts';
import type { BackupKinds, ResourceRef } from '../kinds.ts';
import type { BackupService } from '../service.ts';
import type { BackupRow } from '../store.ts';
import { listLast } from './store.ts';

/** A failed one is made again after an hour, then two, then four, up to a day. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [HOUR, 24 * HOUR];

/** How the last copy of something is, before it is taken away for good. */
export interface LastBackup {
  /** Only with `verified` may it be taken away. */
  readonly state: 'making' | 'verified' | 'failed';
  readonly backupId: number;
  /** Why the last try failed; it is tried again. */
  readonly error: string | null;
}

export type LastBackups = ReturnType<typeof createLastBackups>;

interface Dependencies {
  kinds: BackupKinds;
  backups: Pick<BackupService, 'begin'>;
}

/**
 * What is suspended for good is copied once more before it is taken away: when nothing changes it any more, so that the
 * copy is all there was. It is the customer's like any other, and counts among theirs, but no limit keeps it from being made.
 */
export function createLastBackups({ kinds, backups }: Dependencies) {
  /**
   * Begins the copy unless there is one, and tells how it is; to be asked again until it is verified. A copy from before
   * something ran again does not count. Throws CONFLICT where there is nothing to be copied now.
   */
  function* ensure(accountId: number, of: ResourceRef, now: number): Query<LastBackup> {
    const kind = kinds.of(of);
    if (!kind.chooseForLast) throw conflict(`No last backup can be made of a ${kind.name}.`);
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

/** Undefined where one is to be begun: there is none that is good or under way, and it is long enough since the last try. */
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

/** One that is being restored is read and not changed. */
const GOOD: ReadonlySet<string> = new Set(['completed', 'restoring']);
