// The receiver of webhooks, for the limit L₂ and for the server alike: node:http that only answers 200.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Below this path it also notes when which ticket arrived. */
const WATCHED = '/watched';
/** Requests below this path are answered after the number of milliseconds in it. */
const SLOW = '/slow/';
const FAILING = '/failing';

let arrivals: [ticket: number, atMs: number][] = [];

const server = createServer((request, response) => {
  if (request.url === WATCHED) note(request, Number(process.hrtime.bigint()) / 1e6);
  const answer = () => {
    response.writeHead(request.url === FAILING ? 500 : 200, { 'content-length': 2 });
    response.end('ok');
  };
  const slow = request.url?.startsWith(SLOW) ? Number(request.url.slice(SLOW.length)) : 0;
  request.on('end', () => (slow > 0 ? setTimeout(answer, slow) : answer()));
  request.resume();
});

function note(request: IncomingMessage, atMs: number): void {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    const { data } = JSON.parse(text) as { data: { id: number } };
    arrivals.push([data.id, atMs]);
  });
}

process.on('message', () => {
  process.send?.({ arrivals });
  arrivals = [];
});
process.on('disconnect', () => process.exit(0));

// Listens on every address of the loopback network, because each webhook has a different host, as in production.
server.listen(0, '0.0.0.0', () => process.send?.({ port: (server.address() as AddressInfo).port }));
