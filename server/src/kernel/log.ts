import { destination, type Logger, pino } from 'pino';

export type { Logger };

/** JSON lines on standard error; standard output belongs to what a command was asked for. */
export function createLogger(level: string): Logger {
  // Written in blocks: a system call for every request would cost more than the request's own work.
  const out = destination({ dest: 2, sync: false, minLength: 8_192, periodicFlush: 500 });
  process.on('exit', () => out.flushSync());
  return pino({ level, base: { pid: process.pid }, timestamp: () => isoTime() }, out);
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
