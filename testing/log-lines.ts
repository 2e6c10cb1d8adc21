import { Writable } from 'node:stream';
import { pino } from 'pino';

/** A log that a test can read, line by line. */
export function keepLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(...String(chunk).trimEnd().split('\n'));
      done();
    },
  });
  return { log: pino({ level: 'info' }, stream), lines };
}
