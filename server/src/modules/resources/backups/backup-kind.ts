import type { Readable } from 'node:stream';
import type { Query } from '@hostler/database';
import type { OperationOptions } from '#engines/engine.ts';

/** The resource to back up or restore, as its engine needs it. Stored with the action, so it must be plain data. */
export interface Target {
  /** Type of the kind. */
  readonly type: string;
}

export interface Chosen<T extends Target = Target> {
  /** Display name. */
  readonly label: string;
  /** All work on the resource runs in order. */
  readonly serialKey: string;
  readonly target: T;
  /** Engine that does the work. */
  readonly engine: string;
  /** Approximate size, if known. */
  readonly sizeBytes?: number;
}

export interface RestoreEnd {
  readonly now: number;
  /** Time of the restored backup. Undefined if the restore failed and the content is unchanged. */
  readonly asOf: number | undefined;
}

/** Restores backups of one kind into throw-away copies, to prove that they can be restored. */
export interface BackupDrill<T extends Target = Target> {
  /** Returns the copy to restore a backup into. Throws CONFLICT or NOT_FOUND if its engine is unknown. */
  choose(accountId: number, backup: { id: number; resource_id: number; engine: string | null }): Query<T>;
  /**
   * Restores the dump into the copy and checks that it boots or answers. Replaces the copy of an earlier attempt. Throws
   * an EngineError with the reason.
   */
  run(target: T, open: () => Promise<Readable>, options: OperationOptions): Promise<void>;
  /** Deletes the copy. A missing one is fine. */
  clear(target: T, options?: OperationOptions): Promise<void>;
  /** Records a successful drill with the resource, if it still exists. */
  note?(accountId: number, resourceId: number, now: number): Query<void>;
}

/**
 * A kind of resource that can be backed up, declared by its module. `Remains` is the state after a restore, if it can
 * differ from the state before.
 */
export interface BackupKind<T extends Target = Target, Remains = unknown> {
  /** For example `hosting`. Request bodies refer to a resource as `hosting_id`. */
  readonly type: string;
  /** Name as used in a sentence of the API documents. */
  readonly name: string;
  /** Name in errors, which people read in the panel. Default: `name`. */
  readonly inErrors?: string;
  /** All engines that may do the work. Each makes a few scheduled backups at a time. */
  readonly engines: readonly string[];

  /**
   * Returns the display name and the engine. `isOver` is true if the resource is gone although its record exists.
   * Throws NOT_FOUND.
   */
  describe(accountId: number, id: number): Query<{ label: string; engine: string; isOver: boolean }>;
  /** Throws NOT_FOUND, or CONFLICT if the resource cannot be backed up now. */
  chooseForBackup(accountId: number, id: number): Query<Chosen<T>>;
  /**
   * Like `chooseForBackup`, for a suspended resource that is about to be terminated. The resource has not changed since
   * `since`. Absent for kinds that are never terminated automatically.
   */
  chooseForLast?(accountId: number, id: number): Query<Chosen<T> & { readonly since: number }>;
  /** Marks the resource as being restored. Throws NOT_FOUND, or CONFLICT if it cannot be restored now. */
  beginRestore(accountId: number, id: number, now: number): Query<Chosen<T>>;
  endRestore(accountId: number, id: number, remains: Remains | undefined, end: RestoreEnd): Query<void>;

  /** Returns the complete content as of one moment. */
  dump(target: T, options: OperationOptions): Promise<Readable>;
  /** Reads a dump to its end. Throws `refused` if it is incomplete. */
  examine(target: T, source: Readable, options: OperationOptions): Promise<void>;
  /**
   * Replaces the content with that of the source and makes the resource usable again. A failed load leaves the content
   * unchanged. The source is always consumed or destroyed.
   */
  load(target: T, source: Readable, options: OperationOptions): Promise<Remains | undefined>;
  /** Absent for kinds whose backups cannot be restored into a copy. */
  readonly drill?: BackupDrill;
  /** Returns the actual state after a failed load. */
  inspect(target: T): Promise<Remains | undefined>;
}
