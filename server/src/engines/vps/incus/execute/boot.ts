import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { findInstance, isRunning } from '../instances.ts';
import type { Instance } from '../wire.ts';

/** A boot of a machine. */
export interface Boot {
  name: string;
  pid: number | undefined;
  bootedAt: string;
}

/**
 * A machine that shuts down kills its processes before it reports it: mostly within a second. Some inits wait five
 * seconds after SIGTERM and some more after SIGKILL.
 */
const PAUSES_MS: readonly number[] = [...Array(10).fill(100), ...Array(20).fill(500)];
const MOST_SIGNALS = 64;
/** Exit code of the engine for a command whose virtual machine disappeared. */
const DISCONNECTED = 129;

export function seeBoot({ name, state, last_used_at: bootedAt }: Instance): Boot {
  return { name, bootedAt, pid: state?.pid };
}

/** Returns whether a command failed because the machine stopped or rebooted. */
export async function hasFallen(
  context: Context,
  boot: Boot,
  exitCode: number | null,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  await context.operations.settle(boot.name, { signal });
  const wasKilled = exitCode !== null && exitCode > 128 && exitCode <= 128 + MOST_SIGNALS;
  for (let reads = 0; ; reads++) {
    const now = await findInstance(context, boot.name, { signal, withState: true });
    if (!now || !isRunning(now) || now.status === 'Stopping') return true;
    const { pid, bootedAt } = seeBoot(now);
    if (pid !== boot.pid || bootedAt !== boot.bootedAt) return true;
    if (now.type === 'virtual-machine' && exitCode === DISCONNECTED) return true;
    const pauseMs = PAUSES_MS[reads];
    if (!wasKilled || pauseMs === undefined) return false;
    await sleep(pauseMs, undefined, { signal });
  }
}
