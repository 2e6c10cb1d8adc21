import type { Readable } from 'node:stream';
import type { EngineHealth, OperationOptions } from '../engine.ts';

export const sqlEngines = ['postgresql', 'mariadb'] as const;

export type SqlEngine = (typeof sqlEngines)[number];

/** A database with the one user that owns it; both `[a-z][a-z0-9_]*`, at most 63 characters. */
export interface SqlDatabase {
  database: string;
  username: string;
}

/** What the owner of a database can do: everything, read and take away, or not even get in. */
export type SqlAccess = 'full' | 'read_only' | 'closed';

export interface SqlCredentials extends SqlDatabase {
  password: string;
}

/** What the sessions of one customer may take of a server that is everybody's; 0 is no limit. */
export interface SqlBounds {
  /** A statement, and a transaction as a whole. */
  readonly statementSeconds: number;
  readonly idleTransactionSeconds: number;
  /** Temporary files of one session, where the server can. */
  readonly tempMb: number;
  /** For one sort or hash, until the customer says otherwise. */
  readonly workMemoryMb: number;
}

export const defaultSqlBounds: SqlBounds = {
  statementSeconds: 3600,
  idleTransactionSeconds: 600,
  tempMb: 1024,
  workMemoryMb: 16,
};

export interface EnforceOptions extends OperationOptions {
  /** Only the sessions of these users; by default of all whom we made. */
  users?: readonly string[] | undefined;
}

/**
 * The port to one database server. Failures are `EngineError`s; every operation may be run again; an operation on a
 * database that is not there is `not_found` unless said otherwise.
 */
export interface SqlDriver {
  readonly engine: SqlEngine;

  /** Where customers connect to. */
  readonly endpoint: { host: string; port: number };

  /** Never throws. */
  check(): Promise<EngineHealth>;

  /**
   * Makes the database and its user. Run again it keeps the content and sets the password again; for a database
   * that another user owns it is a `conflict`.
   */
  create(credentials: SqlCredentials, options?: OperationOptions): Promise<void>;

  /** Takes the database and its user away, connected clients or not. Absent is fine. */
  remove(database: SqlDatabase, options?: OperationOptions): Promise<void>;

  /**
   * Ends the sessions of customers that went past the bounds, and answers how many. Servers let a session lift most of
   * its own limits, so somebody has to look.
   */
  enforce(options?: EnforceOptions): Promise<number>;

  /** Bytes on the server's disk. One that was made before there were bounds gets them with this. */
  size(database: string): Promise<number>;

  /**
   * Changes what its owner can do, and ends sessions that began with more. `read_only` holds as far as the server can
   * make it: an owner on PostgreSQL can write by saying so for each transaction, one on MariaDB cannot. A load keeps it.
   */
  setAccess(database: SqlDatabase, access: SqlAccess): Promise<void>;

  /** The whole content as a stream, as it was at one moment. */
  dump(database: string, options?: OperationOptions): Promise<Readable>;

  /** Reads a dump to its end; `refused` where it is not a whole one. The source is always consumed or destroyed. */
  examine(source: Readable, options?: OperationOptions): Promise<void>;

  /**
   * Makes the content what the dump holds; owner and password stay. A failed load leaves what was there, and a
   * source that is no whole dump is `refused`. The source is always consumed or destroyed.
   */
  load(database: string, source: Readable, options?: OperationOptions): Promise<void>;
}

/** How to get to a real server. */
export interface SqlServerOptions {
  /** With the password; it is never shown. */
  adminUrl: string;
  /** Where customers connect to; by default where we do. */
  endpoint?: { host: string; port: number } | undefined;
  /** At a time, per database. */
  connectionLimit?: number;
  bounds?: SqlBounds | undefined;
  /** Where the server's own programs are looked for; by default where distributions put them. */
  programFolders?: readonly string[];
}

/** What a customer gets of the server where the operator said nothing else. */
export function readShare({ connectionLimit = 20, bounds = defaultSqlBounds }: SqlServerOptions) {
  return { connectionLimit, bounds };
}
