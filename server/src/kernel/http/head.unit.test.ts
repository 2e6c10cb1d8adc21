import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerLine, sendAtOnce, toBytes } from './head.ts';

const TEXT = JSON.stringify({ data: 'Grüße, 日本, 🐎' });
const BODIES: Record<string, string> = {
  text: TEXT,
  bytes: TEXT,
  'plain bytes': JSON.stringify({ data: 'nothing but ASCII' }),
  'many bytes': TEXT.repeat(2_000),
  nothing: '',
};

/** Sends a response through the public API of Node. */
function sendHeaderByHeader(response: ServerResponse, status: number, body: string): void {
  const length = status === 304 ? [] : ['content-length', String(Buffer.byteLength(body))];
  response.writeHead(status, ['x-own', 'yes', ...length]);
  response.end(body);
}

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    const [, how, status = '', name = '', close] = decodeURI(request.url ?? '').split('/');
    const body = BODIES[name] ?? '';
    if (close) response.shouldKeepAlive = false;
    if (how === 'plain') sendHeaderByHeader(response, Number(status), body);
    else if (name.includes('bytes')) {
      sendAtOnce(response, Number(status), headerLine('x-own', 'yes'), toBytes(body), 'latin1');
    } else sendAtOnce(response, Number(status), headerLine('x-own', 'yes'), body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => server.close());

/** Returns everything received on a connection until it is closed. */
async function exchange(requests: string): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1');
  socket.write(requests);
  return buffer(socket);
}

/** Splits a response into its header lines, sorted and in lower case, and its body. */
function takeApart(answer: Buffer): { head: string[]; body: string } {
  const end = answer.indexOf('\r\n\r\n');
  const lines = answer.subarray(0, end).toString('latin1').toLowerCase().split('\r\n');
  const head = lines.map((line) => line.replace(/^date: .* gmt$/, 'date: …')).sort();
  return { head, body: answer.subarray(end + 4).toString() };
}

describe('a response that is sent at once', () => {
  const kinds = Object.keys(BODIES).flatMap((body) => [200, 404].map((status) => `${status}/${encodeURI(body)}`));
  for (const [name, write] of [
    ['a request that closes', (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`],
    ['HTTP/1.0', (path: string) => `GET ${path} HTTP/1.0\r\n\r\n`],
    ['a HEAD', (path: string) => `HEAD ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`],
    ['a server that closes', (path: string) => `GET ${path}/close HTTP/1.1\r\nhost: x\r\n\r\n`],
  ] as const) {
    it(`has the header lines and bytes of an ordinary one, for ${name}`, async () => {
      for (const kind of [...kinds, '304/nothing']) {
        const [plain, own] = await Promise.all([exchange(write(`/plain/${kind}`)), exchange(write(`/own/${kind}`))]);
        expect(takeApart(own), kind).toEqual(takeApart(plain));
      }
    });
  }

  it('keeps the connection open, and pipelined requests are answered in order', async () => {
    const paths = ['200/text', '304/nothing', '200/many%20bytes', '404/bytes'];
    const ask = (how: string) =>
      paths
        .map((path, index) => {
          const last = index === paths.length - 1 ? 'connection: close\r\n' : '';
          return `GET /${how}/${path} HTTP/1.1\r\nhost: x\r\n${last}\r\n`;
        })
        .join('');
    const [plain, own] = (await Promise.all([exchange(ask('plain')), exchange(ask('own'))])).map(String);
    const count = (text = '') => text.match(/HTTP\/1\.1 \d+|connection: [\w-]+|keep-alive: timeout=\d+/gi);
    expect(count(own)).toEqual(count(plain));
    expect(count(own)).toHaveLength(11);
    expect(own?.length).toBe(plain?.length);
  });

  it('refuses a header value with line breaks', () => {
    expect(() => headerLine('location', '/x\r\nset-cookie: a=b')).toThrow('Invalid character');
  });
});
