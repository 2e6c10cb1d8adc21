import { type VpsCapability, vpsCapabilities } from '../../driver.ts';
import type { Context } from '../context.ts';
import { findProject } from '../project.ts';
import { helperNote } from './target.ts';

/** A helper signs every 30 seconds. Clocks of two hosts may differ by a little. */
const FRESH_MS = 150_000;
const REFRESH_MS = 15_000;

/** Returns whether a helper runs on every host where one ever signed, and on one at least. */
export async function hasHelper(context: Context, signal?: AbortSignal): Promise<boolean> {
  const project = await findProject(context, signal);
  const signs = Object.entries(project?.config ?? {}).filter(([key, value]) => key.startsWith(helperNote) && value);
  return signs.length > 0 && signs.every(([, value]) => Math.abs(Date.now() - Number(value) * 1000) < FRESH_MS);
}

/** The capabilities of the engine. Firewalls are one of them while a helper runs; that is read again in the background. */
export class Capabilities extends Set<VpsCapability> {
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #read: () => Promise<boolean>;

  constructor(context: Context) {
    // A rescue system needs the disk of another machine, which a container could only get through a path of the host.
    super(vpsCapabilities.filter((capability) => capability !== 'firewall' && capability !== 'rescue'));
    this.#read = () => hasHelper(context);
  }

  override has(capability: VpsCapability): boolean {
    if (capability === 'firewall') this.#refresh();
    return super.has(capability);
  }

  override [Symbol.iterator]() {
    this.#refresh();
    return super[Symbol.iterator]();
  }

  /** Reads now whether a helper runs. Keeps the last result if the engine does not answer. */
  async refresh(): Promise<void> {
    this.#readAt = performance.now();
    try {
      if (await this.#read()) this.add('firewall');
      else this.delete('firewall');
    } catch {
      // The next one may reach the engine.
    }
  }

  #refresh(): void {
    if (performance.now() - this.#readAt > REFRESH_MS) void this.refresh();
  }
}
