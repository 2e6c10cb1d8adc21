// The limit L: what node:http alone can do with an answer of this size.
import { createServer } from 'node:http';

const [port = 0, size = 0] = process.argv.slice(2).map(Number);
const frame = JSON.stringify({ success: true, data: '' }).length;
const body = JSON.stringify({ success: true, data: 'x'.repeat(Math.max(0, size - frame)) });
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };

createServer((request, response) => {
  // The readiness probe requests `/` without a tag, so it cannot be answered 304.
  if (size === 0 && request.url !== '/') response.writeHead(304).end();
  else response.writeHead(200, headers).end(body);
}).listen(port, '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
