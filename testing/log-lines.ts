import { Writable } from 'node:stream';
import { pino } from 'pino';

/** Returns a log whose lines a test can read. */
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

/** Returns a log that only shows why a request was answered with 500, which the response must not reveal. */
export function showFailedRequests() {
  const stream = {
    write(line: string) {
      const { msg, err } = JSON.parse(line);
      if (msg === 'request failed') console.error(`Answered with 500: ${err.stack}`);
    },
  };
  return pino({ level: 'error' }, stream);
}
