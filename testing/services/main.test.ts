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

// npm only signals its shell, which ends without forwarding it: only a process that replaced the shell gets the signal.
it.each(['start', 'hostler', 'services'] as const)('npm run %s ends when npm ends', (name) => {
  expect(workspace.scripts[name]).toMatch(/(^| )exec node /);
});

describeWithService('valkey', 'services that npm started', () => {
  it('end when npm ends', async () => {
    // Without the variable of a running one.
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
