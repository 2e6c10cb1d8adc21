import type { Cast } from './cast.ts';
import type { HostileClient } from './hostile-client.ts';

export interface Field extends Cast {
  readonly client: HostileClient;
}

/** A way to hurt others, by one customer or without a key, bounded in time and by `turns`. */
export interface Attack {
  readonly name: string;
  /** Number that run in parallel. */
  readonly lanes: number;
  /** The most strikes of all lanes together. Without it, the attack runs until the time is over. */
  readonly turns?: number;
  /** Creates what the attack needs; not part of what is measured. */
  prepare?(field: Field): Promise<void>;
  /** Strikes once. The client counts the answers; refusals are as good as any. */
  strike(field: Field, turn: number): Promise<unknown>;
}
