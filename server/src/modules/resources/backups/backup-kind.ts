import type { Readable } from 'node:stream';
import type { OperationOptions } from '../../../engines/engine.ts';
import type { Query } from '../../../kernel/db/query.ts';

/** What is copied or brought back, as its engine needs to know it; kept in the action, so it is plain data. */
export interface Target {
  /** Of its kind. */
  readonly type: string;
}

export interface Chosen<T extends Target = Target> {
  /** What people call it. */
  readonly label: string;
  /** All work on the resource is done in order. */
  readonly serialKey: string;
  readonly target: T;
  /** Which engine does the work. */
  readonly engine: string;
  /** About how large it is, where that is known. */
  readonly sizeBytes?: number;
}

export interface RestoreEnd {
  readonly now: number;
  /** When the backup was asked for that it is now; undefined when it is what it was. */
  readonly asOf: number | undefined;
}

/**
 * One kind of thing that has backups, declared by the module that has it. `Remains` is the state in which a restore left
 * one, where there is something to tell beside what it was before.
 */
export interface BackupKind<T extends Target = Target, Remains = unknown> {
  /** `hosting`: bodies name one as `hosting_id`. */
  readonly type: string;
  /** As a sentence says it. */
  readonly name: string;
  /** All that may do its work; each makes a few scheduled copies at a time. */
  readonly engines: readonly string[];

  /** What people call it, its engine, and whether it is over although it still has a record. Throws NOT_FOUND. */
  describe(accountId: number, id: number): Query<{ label: string; engine: string; isOver: boolean }>;
  /** Throws NOT_FOUND, and CONFLICT when there is nothing whole to be copied now. */
  chooseForBackup(accountId: number, id: number): Query<Chosen<T>>;
  /**
   * The same of one that was suspended, and is to be taken away; `since` then nothing has changed it. Absent for what is
   * never taken away by itself.
   */
  chooseForLast?(accountId: number, id: number): Query<Chosen<T> & { readonly since: number }>;
  /** Marks it as being restored. Throws NOT_FOUND, and CONFLICT when it cannot be restored now. */
  beginRestore(accountId: number, id: number, now: number): Query<Chosen<T>>;
  endRestore(accountId: number, id: number, remains: Remains | undefined, end: RestoreEnd): Query<void>;

  /** The whole content, as it was at one moment. */
  dump(target: T, options: OperationOptions): Promise<Readable>;
  /** Reads what was dumped to its end; refused where it is not a whole one. */
  examine(target: T, source: Readable, options: OperationOptions): Promise<void>;
  /**
   * Makes the content what the source holds, and the resource usable again. A failed load leaves what was there. The
   * source is always consumed or destroyed.
   */
  load(target: T, source: Readable, options: OperationOptions): Promise<Remains | undefined>;
  /** What a failed load really left. */
  look(target: T): Promise<Remains | undefined>;
}
