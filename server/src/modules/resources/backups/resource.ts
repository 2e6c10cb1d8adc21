import type { Readable } from 'node:stream';
import type { OperationOptions } from '../../../engines/engine.ts';
import type { VpsStatus } from '../../../engines/vps/driver.ts';
import type { Query } from '../../../kernel/db/query.ts';
import { AppError } from '../../../kernel/errors.ts';

/** What is copied or brought back, as the engine needs to know it; kept in the action, so it is plain data. */
export interface Chosen<Target> {
  /** What people call it. */
  readonly label: string;
  /** All work on the resource is done in order. */
  readonly serialKey: string;
  readonly target: Target;
  /** Which engine does the work. */
  readonly engine: BackupEngine;
  /** About how large it is, where that is known. */
  readonly sizeBytes?: number;
}

/** What backups are made of. */
export const BACKUP_ENGINES = ['vps', 'postgresql', 'mariadb'] as const;
export type BackupEngine = (typeof BACKUP_ENGINES)[number];

/** In what state a restore left the resource; undefined when there is nothing to tell beside what it was before. */
export type Remains = VpsStatus | undefined;

/** One kind of thing that has backups. */
export interface ResourceKind<Target> {
  /** What people call it, its engine, and whether it is over although it still has a record. Throws NOT_FOUND. */
  describe(accountId: number, id: number): Query<{ label: string; engine: BackupEngine; isOver: boolean }>;
  /** Throws NOT_FOUND, and CONFLICT when there is nothing whole to be copied now. */
  chooseForBackup(accountId: number, id: number): Query<Chosen<Target>>;
  /** Marks it as being restored. Throws NOT_FOUND, and CONFLICT when it cannot be restored now. */
  beginRestore(accountId: number, id: number, now: number): Query<Chosen<Target>>;
  endRestore(accountId: number, id: number, remains: Remains, now: number): Query<void>;

  /** The whole content, as it was at one moment. */
  dump(target: Target, options: OperationOptions): Promise<Readable>;
  /** Reads what was dumped to its end; refused where it is not a whole one. */
  examine(target: Target, source: Readable, options: OperationOptions): Promise<void>;
  /**
   * Makes the content what the source holds, and the resource usable again. A failed load leaves what was there. The
   * source is always consumed or destroyed.
   */
  load(target: Target, source: Readable, options: OperationOptions): Promise<Remains>;
  /** What a failed load really left. */
  look(target: Target): Promise<Remains>;
}

/** Whether there is nothing left that could ever be copied. */
export function* isGone(kind: ResourceKind<unknown>, accountId: number, id: number): Query<boolean> {
  try {
    return (yield* kind.describe(accountId, id)).isOver;
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return true;
    throw error;
  }
}

export function conflict(message: string): AppError {
  return new AppError('CONFLICT', message);
}

export function isAppError(error: unknown, code: AppError['code']): error is AppError {
  return error instanceof AppError && error.code === code;
}
