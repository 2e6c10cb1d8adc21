import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { noteWork } from '../current-work.ts';
import type { AppError } from '../errors.ts';
import { errors } from './errors.ts';
import { RequestWork } from './request-work.ts';

const MAX_DEPTH = 32;
/**
 * The largest valid request, which replaces all records of a domain, is smaller. A body of 1 MiB could have 500,000
 * values and block all other requests for 100 ms.
 */
const MAX_VALUES = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Meaning of a byte outside of a string. All other bytes, possibly a million, are skipped. */
const Mark = { text: 1, open: 2, close: 3, next: 4 } as const;
const MARKS = new Uint8Array(256);
MARKS[QUOTE] = Mark.text;
for (const byte of Buffer.from('[{')) MARKS[byte] = Mark.open;
for (const byte of Buffer.from(']}')) MARKS[byte] = Mark.close;
for (const byte of Buffer.from(',')) MARKS[byte] = Mark.next;

/** Accepts only JSON bodies, or none. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    noteWork(new RequestWork(request));
    const bytes = body as Buffer;
    // Some clients always send the header, even without a body.
    if (bytes.length === 0) return done(null, undefined);
    const problem = findProblem(bytes);
    if (problem) return done(problem);
    return parse(request, bytes.toString('utf8'), done);
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if ((body as Buffer).length === 0) return done(null, undefined);
    return done(errors.body_not_json());
  });
}

/**
 * Returns the problem of a body before it is parsed. Makes one pass over the bytes, so that no recursive code sees deep
 * nesting.
 */
export function findProblem(bytes: Buffer): AppError | undefined {
  if (!isUtf8(bytes)) return errors.body_not_utf8();
  let depth = 0;
  // Every value follows a bracket or a comma, unless the body is a single scalar.
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const mark = MARKS[bytes[at] as number];
    if (mark === 0) continue;
    if (mark === Mark.text) {
      at = findEndOfText(bytes, at);
    } else if (mark === Mark.close) {
      depth--;
    } else {
      if (mark === Mark.open && ++depth > MAX_DEPTH) return errors.body_too_deep({ max: MAX_DEPTH });
      if (++values > MAX_VALUES) return errors.body_too_many_values({ max: MAX_VALUES });
    }
  }
  return undefined;
}

/**
 * Returns the position of the closing quote, or the end of the bytes if there is none. The parser refuses the latter.
 */
function findEndOfText(bytes: Buffer, start: number): number {
  // Most strings contain no quote: the first one found ends them.
  const first = bytes.indexOf(QUOTE, start + 1);
  if (first === -1) return bytes.length;
  let at = first;
  while (bytes[at - 1] === BACKSLASH) at--;
  if ((first - at) % 2 === 0) return first;
  at = first + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
