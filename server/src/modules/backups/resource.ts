import type { Readable } from 'node:stream';
import type { OperationOptions } from '../../engines/engine.ts';
import type { VpsStatus } from '../../engines/vps/driver.ts';
import type { Query } from '../../kernel/db/query.ts';

/** What is copied or brought back, as the engine needs to know it; kept in the action, so it is plain data. */
export interface Chosen<Target> {
  /** What people call it. */
  readonly label: string;
  /** All work on the resource is done in order. */
  readonly serialKey: string;
  readonly target: Target;
}

/** In what state a restore left the resource; undefined when there is nothing to tell beside what it was before. */
export type Remains = VpsStatus | undefined;

/** One kind of thing that has backups. */
export interface ResourceKind<Target> {
  /** Throws NOT_FOUND, and CONFLICT when there is nothing whole to be copied now. */
  chooseForBackup(accountId: number, id: number): Query<Chosen<Target>>;
  /** Marks it as being restored. Throws NOT_FOUND, and CONFLICT when it cannot be restored now. */
  beginRestore(accountId: number, id: number, now: number): Query<Chosen<Target>>;
  endRestore(accountId: number, id: number, remains: Remains, now: number): Query<void>;

  /** The whole content, as it was at one moment. */
  dump(target: Target, options: OperationOptions): Promise<Readable>;
  /**
   * Makes the content what the source holds, and the resource usable again. A failed load leaves what was there. The
   * source is always consumed or destroyed.
   */
  load(target: Target, source: Readable, options: OperationOptions): Promise<Remains>;
  /** What a failed load really left. */
  look(target: Target): Promise<Remains>;
}
