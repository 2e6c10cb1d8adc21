import { type ServerResponse, STATUS_CODES, validateHeaderValue } from 'node:http';

/** What Node has no public name for; `sendAtOnce` says why it is used, and its tests notice when it is gone. */
interface Unsent extends ServerResponse {
  _contentLength: number;
  _hasBody: boolean;
  _storeHeader(lines: string, headers: undefined): void;
}

/** The bytes of a text in UTF-8, a character for each: what is kept goes out without being looked at again. */
export function toBytes(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}

/** A line of the head whose value comes from elsewhere; throws where it would be more than a line. */
export function headerLine(name: string, value: string): string {
  validateHeaderValue(name, value);
  return `${name}: ${value}\r\n`;
}

/**
 * Sends an answer whose head is one string already. `writeHead` would look at every header for what it knows of it, which
 * takes more time than all the rest of an answer; this hands Node the lines as if they were the status line, so that date,
 * length and connection are still written, and decided, by Node.
 */
export function sendAtOnce(
  response: ServerResponse,
  status: number,
  lines: string,
  body: string,
  encoding: 'utf8' | 'latin1' = 'utf8',
): void {
  const unsent = response as Unsent;
  const length = encoding === 'utf8' ? Buffer.byteLength(body) : body.length;
  unsent.statusCode = status;
  if (status === 304) unsent._hasBody = false;
  unsent._contentLength = length;
  // Node writes the length itself where there could be chunks instead, which HTTP/1.0 and a HEAD do not know.
  const mayBeChunked = unsent.useChunkedEncodingByDefault && unsent._hasBody;
  const ownLength = mayBeChunked || status === 304 ? '' : `content-length: ${length}\r\n`;
  unsent._storeHeader(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}${ownLength}`, undefined);
  // In one piece with the head.
  unsent.end(body, encoding);
}
