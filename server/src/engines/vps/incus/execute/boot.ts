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

/** A machine that is on its way down takes its processes along before it says so: a second. */
const [MOST_LOOKS, PAUSE_MS] = [10, 100];
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
  for (let looks = 1; ; looks++) {
    const now = await findInstance(context, boot.name, { signal, withState: true });
    if (!now || !isRunning(now) || now.status === 'Stopping') return true;
    const { pid, bootedAt } = seeBoot(now);
    if (pid !== boot.pid || bootedAt !== boot.bootedAt) return true;
    if (now.type === 'virtual-machine' && exitCode === DISCONNECTED) return true;
    if (!wasKilled || looks === MOST_LOOKS) return false;
    await sleep(PAUSE_MS, undefined, { signal });
  }
}
