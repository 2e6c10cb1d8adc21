import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span in OTLP JSON. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
  readonly status: { code?: number };
}

interface Batch {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
}

/** Starts an OTLP collector; one that `hangs` accepts requests and never responds. */
export async function startCollector({ hangs = false } = {}) {
  const spans: SentSpan[] = [];
  const texts: string[] = [];
  let requests = 0;
  const http = createServer(async (request, response) => {
    requests++;
    if (hangs) return;
    const text = (await request.toArray()).join('');
    texts.push(text);
    const { resourceSpans } = JSON.parse(text) as Batch;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    spans,
    requests: () => requests,
    /** All received bodies. */
    text: () => texts.join('\n'),
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}
