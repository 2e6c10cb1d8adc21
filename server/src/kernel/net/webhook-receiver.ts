import { createServer, type IncomingMessage, type Server } from 'node:http';
import { verifyDelivery } from './signature.ts';

/** A delivery that a webhook receiver got. */
export interface ReceivedDelivery {
  readonly event: string | undefined;
  readonly id: string | undefined;
  /** Undefined without a secret to verify with. */
  readonly verified: boolean | undefined;
  readonly body: string;
}

const MAX_BODY_BYTES = 1024 * 1024;

/** Returns a server that answers 200 to a valid signature and 401 otherwise, on every path. */
export function createWebhookReceiver(
  secret: string | undefined,
  onDelivery: (delivery: ReceivedDelivery) => void,
): Server {
  return createServer(async (request, response) => {
    const answer = (status: number) => response.writeHead(status, { 'content-type': 'text/plain' }).end();
    if (request.method !== 'POST') return request.resume() && answer(405);
    const body = await readBody(request).catch(() => undefined);
    if (!body) return response.writeHead(413, { connection: 'close' }).end();
    const verified = secret === undefined ? undefined : verifyDelivery(secret, request.headers, body);
    answer(verified === false ? 401 : 200);
    const event = readHeader(request, 'x-webhook-event');
    const id = readHeader(request, 'x-webhook-id') ?? readHeader(request, 'webhook-id');
    onDelivery({ event, id, verified, body: body.toString('utf8') });
  });
}

function readHeader({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
