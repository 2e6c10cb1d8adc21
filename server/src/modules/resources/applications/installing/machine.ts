import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '#engines/engine.ts';
import type { Executed, ExecuteOptions, ExecuteStep, VpsDriver } from '#engines/vps/driver.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';

/** Longest time that an engine or a restarting machine may be unreachable during an installation. */
const PATIENCE_MS = 15 * MINUTE;
const FIRST_PAUSE_MS = SECOND / 4;
const LONGEST_PAUSE_MS = 15 * SECOND;
const SWEEP_TIMEOUT_MS = 30 * SECOND;

/** Added to the output between two tries. */
const RUN_AGAIN = '\nThe server was out of reach. This step is run again.\n';

/** Marks every process of a step, so that processes left behind by a dead worker can be found. */
const MARK = 'HOSTLER_STEP';

/** Ends all processes of an earlier try of the step, found by the mark in their environment. */
const SWEEP = `
for signal in TERM KILL; do
  found=
  for file in /proc/[0-9]*/environ; do
    pid=\${file#/proc/}; pid=\${pid%/environ}
    if tr '\\0' '\\n' < "$file" 2>/dev/null | grep -qxF "${MARK}=$STEP_TO_END"; then kill -$signal "$pid" 2>/dev/null && found=1; fi
  done
  [ -n "$found" ] || break
  sleep 1
done
exit 0
`;

const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
};

interface MachineOptions {
  vps: Pick<VpsDriver, 'execute'>;
  name: string;
  environment: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Throws if there is no point in waiting for the machine any longer. */
  refuseToWait(): Promise<void>;
}

interface Script {
  script: string;
  step: ExecuteStep;
  timeoutSeconds: number;
  /** Unique mark of the step that the script belongs to. */
  mark: string;
  /** True if processes of an earlier try may still be running. */
  again?: boolean;
  onOutput?: ExecuteOptions['onOutput'];
  /** Variables for this script only. */
  environment?: Readonly<Record<string, string>>;
  /** Bytes of output that are returned; a little by default, because steps stream theirs. */
  outputBytes?: number;
}

const OUTPUT_BYTES = 1024;

export type Machine = ReturnType<typeof openMachine>;

/** Runs scripts inside a machine, with the parameters in their environment. Temporary failures are retried. */
export function openMachine({ vps, name, environment, signal, refuseToWait }: MachineOptions) {
  function execute(script: string, timeoutMs: number, more: Partial<ExecuteOptions>) {
    return vps.execute(name, ['/bin/sh', '-eu', '-c', script], {
      signal,
      timeoutMs,
      outputBytes: OUTPUT_BYTES,
      ...more,
    });
  }

  async function tryOnce(given: Script, again: boolean): Promise<Executed> {
    const { script, step, timeoutSeconds, mark, onOutput, outputBytes = OUTPUT_BYTES } = given;
    if (again) await execute(SWEEP, SWEEP_TIMEOUT_MS, { environment: { ...ENVIRONMENT, STEP_TO_END: mark } });
    const variables = { ...ENVIRONMENT, ...environment, ...given.environment, [MARK]: mark };
    return execute(script, timeoutSeconds * SECOND, { step, environment: variables, onOutput, outputBytes });
  }

  /** Runs a script once. If the machine or the connection fails, the script is run again when they are back. */
  async function run(script: Script): Promise<Executed> {
    const deadline = performance.now() + PATIENCE_MS;
    let again = script.again ?? false;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await tryOnce(script, again);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof EngineError) || error.code === 'refused') throw error;
        await refuseToWait();
        if (performance.now() > deadline) throw error;
        again = true;
        script.onOutput?.(RUN_AGAIN, 'stderr');
        await sleep(pause, undefined, { signal });
      }
    }
  }

  return { run };
}
