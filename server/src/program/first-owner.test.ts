import { PASSWORD_HASH } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { tellOwnerMissing } from './first-owner.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

/** Returns what a start prints and logs. */
async function tell(isTTY: boolean | undefined) {
  const said = { printed: '', logged: '' };
  const log = pino(
    {},
    {
      write(line) {
        said.logged += line;
      },
    },
  );
  const write = (text: string | Uint8Array) => {
    said.printed += text;
    return true;
  };
  await tellOwnerMissing({ ...server.hostler, log }, { write, ...(isTTY === undefined ? {} : { isTTY }) });
  return said;
}

it('prints the link for the first owner to a terminal only, and names the command elsewhere', async () => {
  const { setup_url } = await server.run<{ setup_url: string }>('setup link');
  expect(await tell(true)).toEqual({ printed: expect.stringContaining(setup_url), logged: '' });
  for (const isTTY of [false, undefined]) {
    const { printed, logged } = await tell(isTTY);
    expect([printed, JSON.parse(logged).msg]).toEqual(['', '`hostler setup link` prints the link for the first owner']);
    expect(logged).not.toContain('/setup#');
  }
});

it('says nothing once there is an owner', async () => {
  await server.operator.people.createStaff({ email: 'o@example.com', role: 'owner', password_hash: PASSWORD_HASH });
  for (const isTTY of [true, false]) expect(await tell(isTTY)).toEqual({ printed: '', logged: '' });
});
