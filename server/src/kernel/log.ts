import { type Logger, pino } from 'pino';
import { LogDestination } from './log-destination.ts';

export type { Logger };

const WARN = 40;

let standardError: LogDestination | undefined;

/** JSON lines on standard error; standard output belongs to what a command was asked for. */
export function createLogger(level: string): Logger {
  standardError ??= openStandardError();
  return pino({ level, base: { pid: process.pid }, timestamp: () => isoTime() }, standardError);
}

/** Lines of this process that no reader took; for the metrics. */
export function countDroppedLines(): number {
  return standardError?.dropped ?? 0;
}

function openStandardError(): LogDestination {
  const destination = new LogDestination(
    (count) =>
      `{"level":${WARN}${isoTime()},"pid":${process.pid},"dropped":${count},"msg":"log lines were dropped: nobody read them in time"}\n`,
  );
  process.on('exit', () => destination.writeLast());
  return destination;
}

let second = 0;
let prefix = '';

/** `,"time":"2026-11-15T01:50:36.123Z"`; all but the milliseconds is made once a second. */
export function isoTime(now = Date.now()): string {
  const ms = now % 1000;
  if (now - ms !== second) {
    second = now - ms;
    prefix = `,"time":"${new Date(second).toISOString().slice(0, 20)}`;
  }
  return `${prefix}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z"`;
}
