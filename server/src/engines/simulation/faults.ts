import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, readJson, writeJson } from '../durable-file.ts';
import { EngineError, type EngineErrorCode } from '../engine.ts';

/** Before anything is changed, or halfway (a restart that has only stopped the machine). */
export type FaultStage = 'before' | 'halfway';

/** A failure that was requested for a simulated engine. */
export interface Fault {
  /** A method of the driver, or `*` for any. */
  operation: string;
  /** The machine, zone or database; any if absent. */
  target?: string;
  code: EngineErrorCode;
  message: string;
  /** Defaults to `before`. */
  stage?: FaultStage;
}

const mostTimes = 1000;
let faultsMade = 0;

/**
 * Makes the next `times` matching operations fail. Each pending failure is a file, and deleting it claims it, so that
 * two processes never claim the same one and no lock is needed.
 */
export async function failNext(dir: string, fault: Fault & { times: number }): Promise<void> {
  const { times, ...rest } = fault;
  if (!Number.isInteger(times) || times < 1 || times > mostTimes) {
    throw new RangeError(`times must be a whole number from 1 to ${mostTimes}`);
  }
  for (let i = 0; i < times; i++) {
    const order = `${String(Date.now()).padStart(15, '0')}-${String(faultsMade++).padStart(9, '0')}`;
    await writeJson(join(faultFolder(dir), `${order}-${randomUUID()}.json`), rest);
  }
}

/** Returns the pending failures, oldest first. */
export async function listFaults(dir: string): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const file of listFaultFiles(dir)) {
    const fault = await readJson<Fault>(file);
    if (fault) faults.push(fault);
  }
  return faults;
}

export async function clearFaults(dir: string): Promise<void> {
  await rm(faultFolder(dir), { recursive: true, force: true });
}

/** Makes the engine unable to limit the network of machines, as on a kernel without the parts for it, or able again. */
export async function setLimitless(dir: string, limitless: boolean): Promise<void> {
  if (limitless) await writeJson(limitlessFile(dir), { since: Date.now() });
  else await rm(limitlessFile(dir), { force: true });
}

export function isLimitless(dir: string): boolean {
  return existsSync(limitlessFile(dir));
}

function limitlessFile(dir: string): string {
  return join(dir, 'limitless.json');
}

/** Makes the whole engine unreachable for every process, or reachable again. */
export async function setReachable(dir: string, reachable: boolean): Promise<void> {
  if (reachable) await rm(unreachableFile(dir), { force: true });
  else await writeJson(unreachableFile(dir), { since: Date.now() });
}

/** Throws the pending failure of this operation, if any. */
export async function meetFault(dir: string, operation: string, target: string, stage: FaultStage): Promise<void> {
  if (await readJson(unreachableFile(dir))) {
    throw new EngineError('unreachable', 'The service is not available at the moment.');
  }
  for (const file of listFaultFiles(dir)) {
    const fault = await readJson<Fault>(file);
    if (!fault || !matchFault(fault, operation, target, stage)) continue;
    if (await claimFile(file)) throw new EngineError(fault.code, fault.message);
  }
}

function matchFault(fault: Fault, operation: string, target: string, stage: FaultStage): boolean {
  return (
    (fault.operation === '*' || fault.operation === operation) &&
    (fault.target === undefined || fault.target === target) &&
    (fault.stage ?? 'before') === stage
  );
}

async function claimFile(file: string): Promise<boolean> {
  try {
    await unlink(file);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Synchronous, because it runs before every operation: see readJson. Usually the folder does not exist. */
function listFaultFiles(dir: string): string[] {
  const folder = faultFolder(dir);
  if (!existsSync(folder)) return [];
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function faultFolder(dir: string): string {
  return join(dir, 'faults');
}

function unreachableFile(dir: string): string {
  return join(dir, 'unreachable.json');
}
