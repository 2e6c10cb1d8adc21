import { join } from 'node:path';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterEach, expect, it } from 'vitest';
import { serverCommands } from '#program/server-commands.ts';

let server: TestServer;
afterEach(() => server.stop());

async function readCopyTime(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^hostler_last_data_copy_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
}

it.each([
  ['https://hosting.example.com', 'attention'],
  ['http://127.0.0.1:8080', 'ok'],
])('doctor reports at %s whether mail is delivered', async (url, state) => {
  server = await startTestServer({ worker: false, env: { HOSTLER_PUBLIC_URL: url } });
  const doctor = serverCommands(server.hostler).find(({ name }) => name === 'doctor');
  const parts = (await doctor?.run({})) as { part: string; state: string; advice: string | null }[];
  const mail = parts.find(({ part }) => part === 'mail');
  expect(mail).toMatchObject({ state });
  expect(mail?.advice ?? '').toContain(state === 'ok' ? '' : 'HOSTLER_SMTP_URL');
});

it('exports the time of the last copy of the data', async () => {
  server = await startTestServer({ worker: false });
  expect(await readCopyTime()).toBe(0);
  const backup = serverCommands(server.hostler).find(({ name }) => name === 'backup-data');
  const before = Math.floor(server.clock.now() / 1000);
  await backup?.run({ to: join(server.dataDir, 'copy') });
  await expect.poll(readCopyTime, { timeout: 20_000 }).toBeGreaterThanOrEqual(before);
});
