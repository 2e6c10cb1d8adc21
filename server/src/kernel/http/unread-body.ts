import type { IncomingMessage } from 'node:http';

const PATIENCE_MS = 1_000;
const MOST_BYTES = 4 * 1024 * 1024;

/** Returns whether a refused request has a body that was not read yet. */
export function isUnread({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
}

/**
 * Reads and discards the rest of a body. A client that sends everything before it reads then gets its response, and the
 * connection can be reused. Resolves to false if there is too much: the connection must be closed.
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
