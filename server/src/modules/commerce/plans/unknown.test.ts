import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, expect, it } from 'vitest';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  await server.operator.plans.create({ name: 'S', price: 990 });
  return server.stop;
});

it.each([
  ['show', []],
  ['change', ['--price', '1']],
  ['hide', []],
  ['stock', ['--stock', '1']],
])('plan %s refuses a plan that does not exist', async (command, options) => {
  for (const id of ['999999', 'XXL']) {
    await expect(server.run(`plan ${command}`, '--id', id, ...options)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});
