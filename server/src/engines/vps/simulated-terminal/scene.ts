import type { ShownMachine, TerminalSize } from '../driver.ts';

/** Usage of a machine at a time. */
export interface Usage {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly bootedAt: number;
  /** CPU time since the boot. */
  readonly cpuSeconds: number;
  readonly memoryUsedBytes: number;
  readonly diskUsedBytes: number;
}

/** What the commands of a simulated terminal answer about. */
export interface Scene {
  readonly machine: ShownMachine;
  readonly size: TerminalSize;
  /** Changed by `cd`. */
  folder: string;
  measure(): Usage;
}

/** Returns the load average, the same for 1, 5 and 15 minutes. */
export function readLoad({ at, bootedAt, cpuSeconds }: Usage): string {
  return ((cpuSeconds * 1000) / Math.max(1, at - bootedAt)).toFixed(2);
}
