import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { findInstance, isRunning } from '../instances.ts';
import type { Instance } from '../wire.ts';

/** One boot of a machine. */
export interface Boot {
  name: string;
  pid: number | undefined;
  bootedAt: string;
}

/**
 * A machine that is on its way down takes its processes along before it says so: mostly within a second, but there are
 * inits that wait for those who do not want to go, some five seconds with SIGTERM and some more with SIGKILL.
 */
const PAUSES_MS: readonly number[] = [...Array(10).fill(100), ...Array(20).fill(500)];
const MOST_SIGNALS = 64;
/** What the engine answers for a command whose virtual machine went away. */
const DISCONNECTED = 129;

export function seeBoot({ name, state, last_used_at: bootedAt }: Instance): Boot {
  return { name, bootedAt, pid: state?.pid };
}

/** Whether a command that failed did so because the machine went down or was booted anew under it. */
export async function hasFallen(
  context: Context,
  boot: Boot,
  exitCode: number | null,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  await context.operations.settle(boot.name, { signal });
  const wasKilled = exitCode !== null && exitCode > 128 && exitCode <= 128 + MOST_SIGNALS;
  for (let looks = 0; ; looks++) {
    const now = await findInstance(context, boot.name, { signal, withState: true });
    if (!now || !isRunning(now) || now.status === 'Stopping') return true;
    const { pid, bootedAt } = seeBoot(now);
    if (pid !== boot.pid || bootedAt !== boot.bootedAt) return true;
    if (now.type === 'virtual-machine' && exitCode === DISCONNECTED) return true;
    const pauseMs = PAUSES_MS[looks];
    if (!wasKilled || pauseMs === undefined) return false;
    await sleep(pauseMs, undefined, { signal });
  }
}
