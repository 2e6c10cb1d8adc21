import type { Readable } from 'node:stream';
import type { EngineHealth, OperationOptions } from '../engine.ts';

export interface StoredObject {
  sizeBytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/**
 * The port to where backups are kept. A key is a path like `account-12/backup-99.tar`: parts of letters, digits,
 * `.`, `_` and `-` that begin with a letter or digit; any other is `refused`. Failures are `EngineError`s.
 */
export interface StorageDriver {
  /** Never throws. */
  check(): Promise<EngineHealth>;

  /**
   * Stores a stream, in place of what the key held. When this resolves the content survives a power cut; when it
   * rejects the key holds what it held before, and an `EngineError` of the source is the one thrown. The source is
   * always consumed or destroyed.
   */
  write(key: string, source: Readable, options?: OperationOptions): Promise<StoredObject>;

  /** `not_found` when the key holds nothing. */
  read(key: string, options?: OperationOptions): Promise<Readable>;

  /** Reads all of it back and says what is really there. */
  verify(key: string, options?: OperationOptions): Promise<StoredObject>;

  /** Absent is fine. */
  remove(key: string): Promise<void>;
}
