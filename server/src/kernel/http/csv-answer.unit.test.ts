import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { answerWithCsv } from './csv-answer.ts';
import { RequestMetrics } from './metrics.ts';
import { RequestTurns } from './request-turns.ts';
import { createHttpServer } from './server.ts';

const PAGES = 20;
let stop: () => Promise<unknown>;

afterEach(() => stop());

/** Serves these pages on `/rows`, and starts a download. */
async function download(pages: AsyncGenerator<readonly object[]>): Promise<[ClientRequest, IncomingMessage]> {
  const http = createHttpServer({ log: pino({ level: 'silent' }), metrics: new RequestMetrics(), trustedProxies: [] });
  const turns = new RequestTurns({ connections: 1 });
  const csv = { path: '/rows', pages, show: (rows: readonly object[]) => rows, columns: [], turns, now: 0 };
  http.get('/rows', (request, reply) => answerWithCsv(request, reply, csv));
  stop = () => http.close();
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  const request = get(`${url}/rows`);
  request.on('error', () => {});
  const [response] = await once(request, 'response');
  return [request, response];
}

/** Counts the turns of the event loop. */
function countTurns() {
  let count = 0;
  let next = setImmediate(function turn() {
    count++;
    next = setImmediate(turn);
  });
  return { now: () => count, stop: () => clearImmediate(next) };
}

describe('a CSV download', () => {
  it('reads each page in a turn of its own, however fast the client reads', async () => {
    const turns = countTurns();
    const readAt: number[] = [];
    async function* readPages() {
      for (let page = 0; page < PAGES; page++) {
        readAt.push(turns.now());
        yield [{ page }];
      }
    }
    const [, response] = await download(readPages());
    const lines = (await response.toArray()).join('').trimEnd().split('\r\n');
    turns.stop();
    expect(lines).toEqual(['page', ...Array.from({ length: PAGES }, (_, page) => `${page}`)]);
    expect(new Set(readAt).size).toBe(PAGES);
  });

  it('reads no further page when the client has disconnected', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<number>();
    let read = 0;
    async function* readPages() {
      try {
        for (;;) yield [{ row: ++read, text: 'x'.repeat(100_000) }];
      } finally {
        end(read);
      }
    }
    const [request, response] = await download(readPages());
    await once(response, 'data');
    request.destroy();
    expect(await ended).toBeLessThan(1_000);
  });
});
