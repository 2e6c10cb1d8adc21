import { destination, type Logger, pino } from 'pino';

export type { Logger };

/** JSON lines on standard error; standard output belongs to what a command was asked for. */
export function createLogger(level: string): Logger {
  // Written in blocks: a system call for every request would cost more than the request's own work.
  const out = destination({ dest: 2, sync: false, minLength: 8_192, periodicFlush: 500 });
  process.on('exit', () => out.flushSync());
  return pino({ level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, out);
}
