import type { Client } from './client.ts';
import type { GuardName } from './guards.ts';
import type { Operations } from './operations.ts';

/** What every part of the driver works with. */
export interface Context {
  readonly client: Client;
  readonly operations: Operations;
  readonly project: string;
  readonly profile: string;
  readonly imageServer: string | undefined;
  readonly graceSeconds: number;
  readonly addressSeconds: number;
  readonly compression: 'zstd' | 'gzip' | 'none';
  /** What the host was found to be unable to do; looked at again by the upkeep. */
  readonly cannot: Set<GuardName>;
  /** What the engine calls itself where there is no cluster; asked for once. */
  readonly serverName: () => Promise<string>;
}
