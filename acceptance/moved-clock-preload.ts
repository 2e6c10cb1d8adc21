// Preloaded into a program: advances its clock by the milliseconds in a file.
import { readFileSync } from 'node:fs';

const READ_EVERY_MS = 5;
const RealDate = Date;
const file = process.env.TEST_CLOCK_FILE ?? '';
let ahead = 0;
let readAt = Number.NEGATIVE_INFINITY;

class MovedDate extends RealDate {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    super(...((given.length === 0 ? [MovedDate.now()] : given) as ConstructorParameters<typeof Date>));
  }

  static override now(): number {
    const present = performance.now();
    if (present - readAt > READ_EVERY_MS) {
      ahead = Number(readFileSync(file, 'utf8'));
      readAt = present;
    }
    return RealDate.now() + ahead;
  }
}

globalThis.Date = MovedDate as DateConstructor;
