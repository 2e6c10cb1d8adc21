import type { Case, CaseName } from './cases.ts';
import { type Measurement, measureLoad } from './load.ts';
import { startHostler } from './processes.ts';
import type { Settings } from './seed.ts';

interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

const CASES: readonly CaseName[] = ['show', 'list', 'create'];
const MODES = ['off', 'on'] as const;

/** Cost of the request log: processor time per request, without and with it. */
export interface RequestLogCost {
  readonly name: CaseName;
  readonly offUs: number;
  readonly onUs: number;
}

/**
 * Starts a new server for each round and alternates without and with the log, so that a slow machine slows both down.
 */
export async function measureRequestLog(
  settings: Settings,
  cases: readonly Case[],
  { rounds, seconds, warmUpSeconds }: Rounds,
): Promise<RequestLogCost[]> {
  const measured = cases.filter(({ name }) => CASES.includes(name));
  const runs = measured.map(() => ({ off: [] as Measurement[], on: [] as Measurement[] }));
  for (let round = 0; round < rounds; round++) {
    for (const mode of MODES) {
      const server = await startHostler({ settings: { ...settings, HOSTLER_REQUEST_LOG: mode } });
      for (const [index, { requestFile }] of measured.entries()) {
        await measureLoad(server, requestFile, warmUpSeconds);
        runs[index]?.[mode].push(await measureLoad(server, requestFile, seconds));
      }
      await server.stop();
    }
  }
  return measured.map(({ name }, index) => ({
    name,
    offUs: leastCpu(runs[index]?.off ?? []),
    onUs: leastCpu(runs[index]?.on ?? []),
  }));
}

/** Returns the round that other processes of the machine disturbed least. */
function leastCpu(measurements: readonly Measurement[]): number {
  return Math.min(...measurements.map(({ cpuUs }) => cpuUs));
}
