import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { answerWithFile } from './long-answer.ts';
import { RequestMetrics } from './metrics.ts';
import { FILE, WithFile } from './route.ts';
import { createHttpServer } from './server.ts';

const MEBIBYTE = 1024 ** 2;

/** Downloads a file of these parts. Returns the turns of the event loop that its response took. */
async function download(parts: Buffer[]) {
  const http = createHttpServer({ log: pino({ level: 'silent' }), metrics: new RequestMetrics(), trustedProxies: [] });
  const { promise, resolve } = Promise.withResolvers<number>();
  http.get('/file', async (request, reply) => {
    let turns = 0;
    let next = setImmediate(function turn() {
      turns++;
      next = setImmediate(turn);
    });
    const file = new WithFile({ name: 'a "file"', content: FILE, size: 7 }, parts);
    await answerWithFile(request, reply, JSON.stringify({ data: file.data }), file);
    clearImmediate(next);
    resolve(turns);
  });
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`${url}/file`);
  const { data } = (await response.json()) as { data: { content: string } };
  const turns = await promise;
  await http.close();
  return { data, turns, response };
}

describe('a response with a file', () => {
  it.each([[[]], [[1]], [[2, 2]], [[300_000, 1, 5]], [[3 * MEBIBYTE]]])('has all its bytes: %j', async (sizes) => {
    const parts = sizes.map((size) => randomBytes(size));
    const { data, response } = await download(parts);
    expect(data).toMatchObject({ name: 'a "file"', size: 7 });
    expect(data.content === Buffer.concat(parts).toString('base64')).toBe(true);
    expect(response.headers.get('content-type')).toContain('application/json');
  });

  it('is sent in slices, with other work in between', async () => {
    const { turns } = await download(Array.from({ length: 64 }, () => randomBytes(MEBIBYTE / 8)));
    // 8 MiB in slices of less than 256 KiB.
    expect(turns).toBeGreaterThan(32);
  });
});
