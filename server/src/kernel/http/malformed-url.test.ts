import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { keepLog } from '@hostler/testing/log-lines.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { eventually } from '@hostler/testing/until.ts';
import { beforeAll, expect, it } from 'vitest';

const { log, lines } = keepLog();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false, log });
  return server.stop;
});

it('answers a malformed URL like any other error, and logs it as one line', async () => {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET /%zz HTTP/1.1\r\nHost: a\r\nX-Request-Id: malformed\r\nConnection: close\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toContain('access-control-allow-origin: *');
  const line = await eventually(() => lines.find((each) => each.includes('malformed')) ?? expect.fail('not logged'));
  expect(JSON.parse(line)).toMatchObject({ status: 400, ms: 0, path: '/%zz' });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
