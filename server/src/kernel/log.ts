import { type Logger, pino } from 'pino';
import { LogDestination } from './log-destination.ts';
import { ExternalError } from './outages.ts';

export type { Logger };

const WARN = 40;

/** The stack of a failure outside of the program, as a full disk, says nothing about it. */
const serializers = {
  err(error: Error) {
    const { stack, ...rest } = pino.stdSerializers.err(error);
    return error instanceof ExternalError && error.retry !== undefined ? { ...rest } : { ...rest, stack };
  },
};

let destination: LogDestination | undefined;

/**
 * Returns a logger that writes JSON lines to standard error, or to the file that the first call of the process names.
 * Standard output is reserved for the result of a command.
 */
export function createLogger(level: string, file?: string): Logger {
  destination ??= openDestination(file);
  return pino({ level, base: { pid: process.pid }, timestamp: () => isoTime(), serializers }, destination);
}

/** Writes a line of a child process to the log of this one. */
export function writeLogLine(line: string): void {
  destination?.write(`${line}\n`);
}

/** Returns the number of log lines this process dropped, for the metrics. */
export function countDroppedLines(): number {
  return destination?.dropped ?? 0;
}

function openDestination(file: string | undefined): LogDestination {
  const opened = new LogDestination(
    (count) =>
      `{"level":${WARN}${isoTime()},"pid":${process.pid},"dropped":${count},"msg":"log lines were dropped: the reader was too slow"}\n`,
    file,
  );
  process.on('exit', () => opened.writeLast());
  return opened;
}

let second = 0;
let prefix = '';

/** Returns `,"time":"2026-11-15T01:50:36.123Z"`. All but the milliseconds is computed once per second. */
export function isoTime(now = Date.now()): string {
  const ms = now % 1000;
  if (now - ms !== second) {
    second = now - ms;
    prefix = `,"time":"${new Date(second).toISOString().slice(0, 20)}`;
  }
  return `${prefix}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z"`;
}
