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

/** A log that shows why a request was answered with 500, which its answer must not tell, and nothing else. */
export function showFailedRequests() {
  const stream = {
    write(line: string) {
      const { msg, err } = JSON.parse(line);
      if (msg === 'request failed') console.error(`Answered with 500: ${err.stack}`);
    },
  };
  return pino({ level: 'error' }, stream);
}
