import type { Readable } from 'node:stream';
import type { EngineHealth, OperationOptions } from '../engine.ts';

export interface StoredObject {
  sizeBytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

export interface ListedObject {
  key: string;
  sizeBytes: number;
}

export interface WriteOptions extends OperationOptions {
  /** About how much will come, where that is known: too much for the place is `refused` before anything is written. */
  expectedBytes?: number | undefined;
}

export interface VerifyOptions extends OperationOptions {
  /** Given the same bytes, to say whether they make sense; what it throws is thrown. */
  examine?: ((source: Readable) => Promise<void>) | undefined;
}

/**
 * The port to where backups are kept. A key is a path like `account-12/backup-99.tar`: parts of letters, digits,
 * `.`, `_` and `-` that begin with a letter or digit; any other is `refused`. Failures are `EngineError`s.
 */
export interface StorageDriver {
  /** Never throws. */
  check(): Promise<EngineHealth>;

  /** `refused` when there is surely no room for so much: to be asked before an engine is put to work for it. */
  requireRoom(bytes: number): Promise<void>;

  /**
   * Stores a stream, in place of what the key held. When this resolves the content survives a power cut; when it
   * rejects the key holds what it held before, and an `EngineError` of the source is the one thrown. A place that is
   * or becomes full is `refused`. The source is always consumed or destroyed.
   */
  write(key: string, source: Readable, options?: WriteOptions): Promise<StoredObject>;

  /** `not_found` when the key holds nothing. */
  read(key: string, options?: OperationOptions): Promise<Readable>;

  /** Reads all of it back and says what is really there. */
  verify(key: string, options?: VerifyOptions): Promise<StoredObject>;

  /** Absent is fine. A write to this key that is under way elsewhere does not bring it back: it fails. */
  remove(key: string): Promise<void>;

  /** Everything that is there, in no order, whoever stored it. */
  list(): AsyncIterable<ListedObject>;
}
