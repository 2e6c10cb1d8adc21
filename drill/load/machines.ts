import { join } from 'node:path';
import { openMachines } from '../../server/src/engines/vps/simulated-machines.ts';

const LOOK_EVERY_MS = 20;

/** Stands beside the simulated engine and counts what really happened there: how often each machine was booted. */
export class Machines {
  readonly #boots = new Map<string, Set<number>>();
  readonly #dir: string;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;

  constructor(dataDir: string) {
    this.#dir = join(dataDir, 'simulated', 'vps');
  }

  start(): void {
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Of all machines together. */
  countBoots(): number {
    return [...this.#boots.values()].reduce((sum, boots) => sum + boots.size, 0);
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      for (const { spec, bootedAt, stoppedAt } of await openMachines(this.#dir).list()) {
        // A machine that is being restarted has still its boot of before.
        if (stoppedAt !== null) continue;
        this.#boots.set(spec.name, (this.#boots.get(spec.name) ?? new Set()).add(bootedAt));
      }
    } catch {
      // Looked at while it was written.
    } finally {
      this.#looking = false;
    }
  }
}
