import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type HostlerProcess, PROGRAM, startHostler } from './hostler-process.ts';
import { prepareHome, serve } from './server.ts';

const AT_ONCE = 8;
/** Longest log entry of one request. */
const LONG_PATH = `/nothing/${'x'.repeat(250)}`;
const LONG_ID = 'x'.repeat(128);

async function ask(url: string, times: number): Promise<void> {
  let left = times;
  const askOn = async () => {
    while (left-- > 0) {
      const answer = await fetch(`${url}${LONG_PATH}`, { headers: { 'x-request-id': LONG_ID } });
      expect(answer.status).toBe(404);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
}

async function readDropped(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^hostler_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
}

describe.each([
  ['a socket', { logsToPipe: false }],
  ['a pipe', { logsToPipe: true }],
])('a log written to %s', (_name, options) => {
  /** Starts a server that must stop cleanly whatever happens to its log. */
  async function withServer(work: (url: string, running: HostlerProcess) => Promise<void>): Promise<void> {
    const home = await prepareHome();
    const { url, process: running } = await serve(home.settings, options);
    try {
      await work(url, running);
    } finally {
      running.kill('SIGTERM');
      expect(await running.exited).toEqual({ code: 0, signal: null });
      await home.remove();
    }
  }

  test('whose reader was closed stops neither requests nor the shutdown', () =>
    withServer(async (url, running) => {
      expect(await readDropped(url)).toBe(0);
      running.logStream.destroy();
      await ask(url, 40);
      await expect.poll(() => readDropped(url)).toBeGreaterThan(0);
      await ask(url, 40);
    }));

  test('whose reader is paused drops and counts lines, and reports them when it is read again', () =>
    withServer(async (url, running) => {
      running.logStream.pause();
      while ((await readDropped(url)) === 0) await ask(url, 200);
      // The buffer is full: further lines are dropped.
      const before = await readDropped(url);
      await ask(url, 200);
      await expect.poll(() => readDropped(url)).toBeGreaterThanOrEqual(before + 200);
      running.logStream.resume();
      const said = await running.logged(({ msg }) => msg?.startsWith('log lines were dropped') ?? false);
      expect(said.dropped).toBeGreaterThanOrEqual(before);
      await fetch(`${url}/read-again`);
      await running.logged(({ path }) => path === '/read-again');
    }));

  test('whose reader stays paused does not delay the shutdown', () =>
    withServer(async (url, running) => {
      running.logStream.pause();
      await ask(url, 1_500);
    }));
});

test('the log is written to a file in the data folder with HOSTLER_LOG_TO=file', async () => {
  const home = await prepareHome();
  const running = startHostler(['serve'], { ...home.settings, HOSTLER_LOG_TO: 'file' });
  const file = join(home.dataDir, 'hostler.log');
  await expect
    .poll(() => existsSync(file) && readFileSync(file, 'utf8'), { interval: 200 })
    .toContain('hostler serves');
  running.kill('SIGTERM');
  expect(await running.exited).toMatchObject({ code: 0 });
  expect(running.stderr()).toBe('');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await home.remove();
});

describe('a command', () => {
  test('whose reader closes the pipe early exits with 0 and no error message', async () => {
    const home = await prepareHome();
    // `true` reads nothing and exits before the first output.
    const line = `{ "$0" "$1" account list; echo "ended with $?" >&2; } | true`;
    const { stderr } = await promisify(execFile)('sh', ['-c', line, process.execPath, PROGRAM], {
      env: { PATH: process.env.PATH, ...home.settings },
    });
    expect(stderr).toBe('ended with 0\n');
    await home.remove();
  });
});
