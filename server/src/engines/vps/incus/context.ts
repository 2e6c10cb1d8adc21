import type { Client } from './client.ts';
import type { GuardName } from './guards.ts';
import type { Operations } from './operations.ts';

/** Shared by all parts of the driver. */
export interface Context {
  readonly client: Client;
  readonly operations: Operations;
  readonly project: string;
  readonly profile: string;
  readonly imageServer: string | undefined;
  readonly graceSeconds: number;
  readonly addressSeconds: number;
  readonly compression: 'zstd' | 'gzip' | 'none';
  /** Guards the host turned out not to support; checked again by maintenance. */
  readonly cannot: Set<GuardName>;
  /** Name of the engine outside a cluster; read once. */
  readonly serverName: () => Promise<string>;
}
