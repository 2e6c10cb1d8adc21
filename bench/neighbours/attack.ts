import type { Cast } from './cast.ts';
import type { HostileClient } from './hostile-client.ts';

export interface Field extends Cast {
  readonly client: HostileClient;
}

/** One way to hurt others, by one customer or by nobody, bounded in time and by `turns`. */
export interface Attack {
  readonly name: string;
  /** How many do it side by side. */
  readonly lanes: number;
  /** How often it is done at most, by all together; until the time is over when absent. */
  readonly turns?: number;
  /** What has to be there first; not part of what is measured. */
  prepare?(field: Field): Promise<void>;
  /** Once. Answers are counted by the client; refusals are as good as any. */
  strike(field: Field, turn: number): Promise<unknown>;
}
