import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { oneByOne } from '../one-by-one.ts';
import { JSON_TYPE } from './answer.ts';
import { FILE, type WithFile } from './route.ts';

/** Bytes encoded at a time: a multiple of 3, so that the parts can be joined. */
const AT_ONCE = 192 * 1024;

/** Sends a response with its file. `body` is serialised from `data`. */
export async function answerWithFile(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  { bytes }: WithFile,
): Promise<void> {
  const [before = '', after = ''] = body.split(FILE);
  const { raw } = reply;
  const size = bytes.reduce((sum, { length }) => sum + length, 0);
  reply.hijack();
  raw.writeHead(200, {
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(before) + 4 * Math.ceil(size / 3) + Buffer.byteLength(after),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': request.id,
  });
  request.server.outgoing.accessLog.note(request, 200, performance.now() - request.startedAt);
  const write = writeInTurns(raw);
  try {
    await write(before);
    for (const text of encode(bytes)) await write(text);
    await write(after);
    raw.end();
  } catch {
    raw.destroy();
  }
}

/** Yields base64 that can be joined. */
function* encode(parts: readonly Buffer[]): Generator<string> {
  let rest = Buffer.alloc(0);
  for (const part of parts) {
    rest = Buffer.concat([rest, part]);
    for (; rest.length >= AT_ONCE; rest = rest.subarray(AT_ONCE)) yield rest.toString('base64', 0, AT_ONCE);
  }
  yield rest.toString('base64');
}

/**
 * Returns a function that writes a part of a response, and resolves when the client has room for the next one and other
 * requests had a turn. It throws when the client has disconnected.
 */
export function writeInTurns(raw: ServerResponse): (text: string) => Promise<void> {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  if (raw.destroyed) gone.abort();
  return async (text) => {
    if (!raw.write(text)) await once(raw, 'drain', { signal: gone.signal });
    await oneByOne();
    gone.signal.throwIfAborted();
  };
}
