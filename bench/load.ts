import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findCommand } from '../testing/services/find-command.ts';
import { installMissing } from '../testing/services/install.ts';
import type { Service } from '../testing/services/service.ts';
import type { StartedServer } from './processes.ts';

export const CONNECTIONS = 64;
const SCRIPT = fileURLToPath(new URL('./requests.lua', import.meta.url));

export interface Measurement {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server per request: the number that noisy neighbours disturb least. */
  readonly cpuUs: number;
}

interface WrkResult {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

/** Installs wrk if it is missing. Returns why it cannot be used, or undefined. */
export function findLoadProblem(): string | undefined {
  if (findCommand('taskset') === undefined) return 'taskset is missing (Debian package util-linux)';
  const wrk = { name: 'wrk', debianPackages: ['wrk'], isInstalled: () => findCommand('wrk') !== undefined };
  // The installer takes services; a program that is only run needs no more than these three fields.
  return installMissing([wrk as unknown as Service])[0]?.reason;
}

let runs = 0;

/**
 * Sends the file's requests to one server for so many seconds. Throws if any answer is not a 2xx, because the number
 * would be worthless.
 */
export async function measureLoad(
  { url, readCpuMs }: Pick<StartedServer, 'url' | 'readCpuMs'>,
  requestFile: string,
  seconds: number,
): Promise<Measurement> {
  runs += 1;
  const cpuBefore = readCpuMs();
  const options = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '--timeout', '10s', '-s', SCRIPT];
  const args = [...options, url, '--', requestFile, String(runs)];
  const { stdout } = await promisify(execFile)('wrk', args, { timeout: (seconds + 30) * 1000 });
  const [, json] = /^RESULT (.*)$/m.exec(stdout) ?? [];
  if (json === undefined) throw new Error(`wrk gave no result:\n${stdout}`);
  const { requests, seconds: taken, p50Ms, p99Ms, failed } = JSON.parse(json) as WrkResult;
  if (failed > 0) throw new Error(`${failed} of ${requests} requests failed:\n${stdout}`);
  return { perSecond: requests / taken, p50Ms, p99Ms, cpuUs: ((readCpuMs() - cpuBefore) * 1000) / requests };
}

/** Returns the whole run with the median speed: its latencies belong to its speed. */
export function takeMedian(measurements: readonly Measurement[]): Measurement {
  const sorted = measurements.toSorted((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!middle) throw new Error('Nothing was measured.');
  return middle;
}
