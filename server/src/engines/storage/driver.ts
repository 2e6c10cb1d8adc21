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
  /** Approximate size, if known: too much for the storage is `refused` before anything is written. */
  expectedBytes?: number | undefined;
}

export interface VerifyOptions extends OperationOptions {
  /** Receives the same bytes to check their content; its errors are passed on. */
  examine?: ((source: Readable) => Promise<void>) | undefined;
}

/**
 * Interface to the storage of backups. A key is a path like `account-12/backup-99.tar`: parts of letters, digits, `.`,
 * `_` and `-` that begin with a letter or digit. Any other key is `refused`. Failures are `EngineError`s.
 */
export interface StorageDriver {
  /** Never throws. */
  check(): Promise<EngineHealth>;

  /** Throws `refused` if there is certainly not enough space. Call it before an engine starts the work. */
  requireRoom(bytes: number): Promise<void>;

  /**
   * Stores a stream, replacing the content of the key. When this resolves, the content survives a power cut. When it
   * rejects, the key keeps its old content; an `EngineError` of the source is passed on. A full storage is `refused`.
   * The source is always consumed or destroyed.
   */
  write(key: string, source: Readable, options?: WriteOptions): Promise<StoredObject>;

  /** Throws `not_found` if the key holds nothing. */
  read(key: string, options?: OperationOptions): Promise<Readable>;

  /** Reads everything back and returns its real size and hash. */
  verify(key: string, options?: VerifyOptions): Promise<StoredObject>;

  /** Deletes a key. A missing key is fine. A concurrent write to this key fails and does not bring it back. */
  remove(key: string): Promise<void>;

  /** Yields all objects, unordered, whichever installation stored them. */
  list(): AsyncIterable<ListedObject>;
}
