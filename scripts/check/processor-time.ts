import { readFileSync } from 'node:fs';

/** Ticks of `/proc` in a second, on every Linux that Node supports. */
const TICKS = 100;

/** Processor time in seconds since an earlier moment. */
export interface ProcessorTime {
  /** Of the processes that this one started and that have ended. */
  readonly own: number;
  /** Of all processes of this machine. */
  readonly machine: number;
}

/** Reads the processor time so far. Without `/proc` everything is 0. */
export function readProcessorTime(): ProcessorTime {
  try {
    // The name of the program is in parentheses and may contain spaces.
    const own = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ').slice(13, 15) ?? [];
    const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] =
      readFileSync('/proc/stat', 'utf8').split('\n')[0]?.trim().split(/\s+/).slice(1).map(Number) ?? [];
    return {
      own: own.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS,
      machine: (user + nice + system + interrupts + softInterrupts) / TICKS,
    };
  } catch {
    return { own: 0, machine: 0 };
  }
}

export function since(start: ProcessorTime, now = readProcessorTime()): ProcessorTime {
  return { own: now.own - start.own, machine: now.machine - start.machine };
}

/** How many times longer everything takes because of other processes on this machine: 1 on a quiet one. */
export function slowdown({ own, machine }: ProcessorTime): number {
  return own > 0 ? Math.max(1, machine / own) : 1;
}
