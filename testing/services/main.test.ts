import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import workspace from '../../package.json' with { type: 'json' };
import { describeWithService } from '../describe-with-service.ts';
import { until } from '../until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

// npm tells its shell to end, which does so by itself: only what took the shell's place hears of it.
it.each(['start', 'hostler', 'services'] as const)('npm run %s ends with its npm', (name) => {
  expect(workspace.scripts[name]).toMatch(/(^| )exec node /);
});

describeWithService('valkey', 'services that npm started', () => {
  it('end with it', async () => {
    // Without the variable that says that there is one already.
    const { HOSTLER_TEST_VALKEY_URL: _given, ...env } = process.env;
    const npm = spawn('npm', ['run', '-s', 'services', '--', 'valkey'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let address: string | undefined;
    for await (const line of createInterface({ input: npm.stdout })) {
      address = /^HOSTLER_TEST_VALKEY_URL=redis:\/\/(.+)$/.exec(line)?.[1];
      if (address !== undefined) break;
    }
    const [host, port] = (address ?? '').split(':');
    expect(await answers(host, Number(port))).toBe(true);
    npm.kill('SIGTERM');
    await until(async () => !(await answers(host, Number(port))));
  });
});

async function answers(host: string | undefined, port: number): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
