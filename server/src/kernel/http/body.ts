import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

const MAX_DEPTH = 32;
/**
 * Objects, lists and fields: more than the largest request of this API has, which replaces all records of a domain. A whole
 * mebibyte of them takes a tenth of a second to parse, and every other customer would wait.
 */
const MAX_PARTS = 20_000;

const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

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
  let parts = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    // Digits and commas, of which there can be half a million.
    if (byte > QUOTE && byte < COLON) continue;
    if (byte === QUOTE) {
      at = findEndOfText(bytes, at);
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return `The body is nested deeper than ${MAX_DEPTH} levels.`;
      parts++;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth--;
    } else if (byte === COLON) {
      parts++;
    }
    if (parts > MAX_PARTS) return `The body has more than ${MAX_PARTS} objects, lists and fields.`;
  }
  return undefined;
}

/** Where the closing quote stands; the end of the bytes where there is none, which the parser refuses. */
function findEndOfText(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
