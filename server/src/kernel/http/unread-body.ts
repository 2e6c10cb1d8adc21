import type { IncomingMessage } from 'node:http';

const PATIENCE_MS = 1_000;
const MOST_BYTES = 4 * 1024 * 1024;

/** Whether a body is still on its way: the request is refused before anybody has read it. */
export function isUnread({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
}

/**
 * Lets the rest of a body in and drops it, so that a client that sends it all before it reads gets its answer, and the
 * connection is good for the next request. False when there is too much of it: then the connection has to be closed.
 */
export function dropBody(request: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    const end = () => {
      clearTimeout(timer);
      request.off('data', count).off('end', end).off('close', end);
      resolve(request.complete);
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) end();
    };
    const timer = setTimeout(end, PATIENCE_MS);
    request.on('data', count).on('end', end).on('close', end).resume();
  });
}
