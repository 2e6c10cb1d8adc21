import type { Readable } from 'node:stream';
import type { EngineHealth, OperationOptions } from '../engine.ts';

export const sqlEngines = ['postgresql', 'mariadb'] as const;

export type SqlEngine = (typeof sqlEngines)[number];

/** A database and the one user that owns it; both `[a-z][a-z0-9_]*`, at most 63 characters. */
export interface SqlDatabase {
  database: string;
  username: string;
}

/** Access of the owner: everything, read and delete, or no login. */
export type SqlAccess = 'full' | 'read_only' | 'closed';

export interface SqlCredentials extends SqlDatabase {
  password: string;
}

/** Limits for the sessions of one customer on a shared server; 0 means unlimited. */
export interface SqlBounds {
  /** For a statement, and for a transaction as a whole. */
  readonly statementSeconds: number;
  readonly idleTransactionSeconds: number;
  /** Temporary files of one session, if the server supports it. */
  readonly tempMb: number;
  /** For one sort or hash; the customer may change it. */
  readonly workMemoryMb: number;
}

export const defaultSqlBounds: SqlBounds = {
  statementSeconds: 3600,
  idleTransactionSeconds: 600,
  tempMb: 1024,
  workMemoryMb: 16,
};

export interface EnforceOptions extends OperationOptions {
  /** Only the sessions of these users; by default of all customers. */
  users?: readonly string[] | undefined;
}

/**
 * Interface to one database server. Failures are `EngineError`s, and every operation may be repeated. An operation on a
 * missing database is `not_found` unless stated otherwise.
 */
export interface SqlDriver {
  readonly engine: SqlEngine;

  /** Address customers connect to. */
  readonly endpoint: { host: string; port: number };

  /** Never throws. */
  check(): Promise<EngineHealth>;

  /**
   * Creates a database and its user. If repeated, it keeps the content and sets the password again. A database of
   * another user is a `conflict`.
   */
  create(credentials: SqlCredentials, options?: OperationOptions): Promise<void>;

  /** Deletes a database and its user, even with connected clients. A missing database is fine. */
  remove(database: SqlDatabase, options?: OperationOptions): Promise<void>;

  /**
   * Ends sessions of customers that exceed their limits, and returns how many. Servers let a session lift most of its
   * own limits, so this must run periodically.
   */
  enforce(options?: EnforceOptions): Promise<number>;

  /**
   * Returns the bytes on the server's disk. Also sets the limits of a database that was created before there were any.
   */
  size(database: string): Promise<number>;

  /**
   * Sets the access of the owner, and ends sessions with more. `read_only` is enforced as far as the server can: an
   * owner on PostgreSQL can still write by requesting it per transaction, one on MariaDB cannot. A load keeps the
   * access.
   */
  setAccess(database: SqlDatabase, access: SqlAccess): Promise<void>;

  /** Streams the whole content of one snapshot. */
  dump(database: string, options?: OperationOptions): Promise<Readable>;

  /** Reads a dump to its end; `refused` if it is incomplete. The source is always consumed or destroyed. */
  examine(source: Readable, options?: OperationOptions): Promise<void>;

  /**
   * Replaces the content with a dump; owner and password stay. A failed load keeps the old content, and an incomplete
   * dump is `refused`. The source is always consumed or destroyed.
   */
  load(database: string, source: Readable, options?: OperationOptions): Promise<void>;
}

/** Connection to a real server. */
export interface SqlServerOptions {
  /** Contains the password; never shown. */
  adminUrl: string;
  /** Address customers connect to; by default the address of `adminUrl`. */
  endpoint?: { host: string; port: number } | undefined;
  /** Concurrent connections per database. */
  connectionLimit?: number;
  bounds?: SqlBounds | undefined;
  /** Folders of the server's programs; by default those of distributions. */
  programFolders?: readonly string[];
}

/** Returns the limits of a customer, with defaults. */
export function readShare({ connectionLimit = 20, bounds = defaultSqlBounds }: SqlServerOptions) {
  return { connectionLimit, bounds };
}
