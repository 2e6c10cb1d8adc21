import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

const MAX_DEPTH = 32;
/**
 * More than the largest request of this API has, which replaces all records of a domain. Half a million, as many as fit
 * into a mebibyte, take a tenth of a second to parse and to compare, and every other customer would wait.
 */
const MAX_VALUES = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What a byte outside of a text may mean. All others, of which there may be a million, are passed over. */
const Mark = { text: 1, open: 2, close: 3, next: 4 } as const;
const MARKS = new Uint8Array(256);
MARKS[QUOTE] = Mark.text;
for (const byte of Buffer.from('[{')) MARKS[byte] = Mark.open;
for (const byte of Buffer.from(']}')) MARKS[byte] = Mark.close;
for (const byte of Buffer.from(',')) MARKS[byte] = Mark.next;

/** Bodies are JSON or nothing. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    // A client that always sends the header may send it with no body at all.
    if (bytes.length === 0) return done(null, undefined);
    const problem = findProblem(bytes);
    if (problem) return done(new AppError('BAD_REQUEST', problem));
    return parse(request, bytes.toString('utf8'), done);
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if ((body as Buffer).length === 0) return done(null, undefined);
    return done(new AppError('BAD_REQUEST', 'Send the body as JSON, with the header Content-Type: application/json.'));
  });
}

/** What is wrong with a body before it is parsed: one pass over the bytes, so that nothing recursive sees what is deep. */
export function findProblem(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes)) return 'The body is not valid UTF-8.';
  let depth = 0;
  // Every value comes after a bracket or a comma, but for a body that is no list and no object.
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const mark = MARKS[bytes[at] as number];
    if (mark === 0) continue;
    if (mark === Mark.text) {
      at = findEndOfText(bytes, at);
    } else if (mark === Mark.close) {
      depth--;
    } else {
      if (mark === Mark.open && ++depth > MAX_DEPTH) return `The body is nested deeper than ${MAX_DEPTH} levels.`;
      if (++values > MAX_VALUES) return `The body has more than ${MAX_VALUES} values.`;
    }
  }
  return undefined;
}

/** Where the closing quote stands; the end of the bytes where there is none, which the parser refuses. */
function findEndOfText(bytes: Buffer, start: number): number {
  // Most texts hold no quote: the first one found ends them.
  const first = bytes.indexOf(QUOTE, start + 1);
  if (first === -1) return bytes.length;
  let at = first;
  while (bytes[at - 1] === BACKSLASH) at--;
  if ((first - at) % 2 === 0) return first;
  at = first + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
