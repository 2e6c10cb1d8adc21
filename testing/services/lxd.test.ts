import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { describeWithService } from '../describe-with-service.ts';
import { eventually } from '../until.ts';
import { runLxc } from './lxd-command.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

describeWithService('lxd', 'a private LXD', () => {
  /** Without the variable of a running one. */
  const { HOSTLER_TEST_LXD_URL: _given, ...env } = process.env;

  async function start(): Promise<{ runner: ChildProcess; folder: string }> {
    const runner = spawn(process.execPath, [main, 'lxd'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    for await (const line of createInterface({ input: runner.stdout })) {
      const socket = /^HOSTLER_TEST_LXD_URL=unix:(.+)$/.exec(line)?.[1];
      if (socket !== undefined) return { runner, folder: dirname(dirname(socket)) };
    }
    throw new Error('It did not start.');
  }

  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves nothing behind after its runner gets %s', async (signal) => {
    const { runner, folder } = await start();
    onTestFinished(() => void runner.kill('SIGKILL'));
    const container = `left-${randomUUID().slice(0, 8)}`;
    await runLxc(folder, ['launch', 'busybox', container, '--quiet']);
    expect(findGroups(container)).not.toEqual([]);
    const ended = once(runner, 'exit');
    runner.kill(signal);
    await ended;
    await eventually(() => expect(listProcesses(folder)).toEqual([]));
    // A killed run cannot clean up; the next one does.
    if (signal === 'SIGKILL') await promisify(execFile)(process.execPath, [main, 'lxd', '--', 'true'], { env });
    expect(existsSync(folder)).toBe(false);
    expect(findGroups(container)).toEqual([]);
    expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(folder);
  });
});

function listProcesses(folder: string): string[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  });
}

/** Lists the control groups of a container. Groups of other tests' containers come and go meanwhile. */
function findGroups(container: string, folder = '/sys/fs/cgroup'): string[] {
  return listFolders(folder).flatMap((name) => {
    const path = join(folder, name);
    const inside = findGroups(container, path);
    return name.startsWith('lxc.') && name.endsWith(`.${container}`) ? [path, ...inside] : inside;
  });
}

function listFolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    // ENODEV: the group was removed between opening and reading it.
    if (['ENOENT', 'ENODEV'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
