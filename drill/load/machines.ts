import { join } from 'node:path';
import { openMachines } from '../../server/src/engines/vps/simulated-machines.ts';

const LOOK_EVERY_MS = 20;

/** Polls the simulated engine and counts how often each machine was really booted. */
export class Machines {
  readonly #boots = new Map<string, Set<number>>();
  readonly #dir: string;
  #timer: NodeJS.Timeout | undefined;
  #polling = false;

  constructor(dataDir: string) {
    this.#dir = join(dataDir, 'simulated', 'vps');
  }

  start(): void {
    this.#timer = setInterval(() => void this.#poll(), LOOK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Returns the boots of all machines together. */
  countBoots(): number {
    return [...this.#boots.values()].reduce((sum, boots) => sum + boots.size, 0);
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      for (const { spec, bootedAt, stoppedAt } of await openMachines(this.#dir).list()) {
        // A machine that is being restarted still has its previous boot time.
        if (stoppedAt !== null) continue;
        this.#boots.set(spec.name, (this.#boots.get(spec.name) ?? new Set()).add(bootedAt));
      }
    } catch {
      // The file was read while it was written.
    } finally {
      this.#polling = false;
    }
  }
}
