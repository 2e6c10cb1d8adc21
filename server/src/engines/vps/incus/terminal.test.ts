import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openProject, type TestEngine } from '@hostler/testing/engines/incus.ts';
import { eventually, until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Terminal, TerminalKind, VpsDriver } from '../driver.ts';

describeWithService('lxd', 'a terminal on LXD', (url) => {
  let engine: TestEngine;
  let driver: VpsDriver;
  let name: string;

  beforeAll(async () => {
    const project = openProject(url);
    ({ engine, driver } = project);
    ({ name } = project.spec);
    await driver.create(project.spec);
  });
  afterAll(() => engine.removeProject());

  /** Opens a terminal and collects its output. */
  async function open(kind: TerminalKind = 'shell') {
    const terminal = await driver.openTerminal(name, { kind, columns: 100, rows: 30 });
    const shown = { text: '', ended: false };
    void collect(terminal, shown);
    const type = (text: string) => terminal.write(Buffer.from(text));
    const see = (expected: RegExp) =>
      eventually(() => {
        expect(shown.text).toMatch(expected);
      });
    return { terminal, shown, type, see };
  }

  async function collect(terminal: Terminal, shown: { text: string; ended: boolean }): Promise<void> {
    try {
      for await (const chunk of terminal.read()) shown.text += chunk.toString('utf8');
    } catch {}
    shown.ended = true;
  }

  /** Counts processes with this text in their command line. */
  async function count(text: string): Promise<number> {
    const script = `ps -o args | grep -F '${text}' | grep -vc grep`;
    return Number((await driver.execute(name, ['sh', '-c', script], { timeoutMs: 100_000 })).stdout);
  }

  it('is a login shell of root with its size, resized later, which returns its exit code', async () => {
    const { terminal, shown, type, see } = await open();
    await see(/# /);
    await type('stty size; echo $HOME $TERM\r');
    await see(/30 100\r\n\/root xterm-256color/);
    terminal.resize({ columns: 132, rows: 43 });
    await eventually(async () => {
      await type('stty size\r');
      expect(shown.text).toContain('43 132');
    });
    await type('exit 7\r');
    await until(() => shown.ended);
    expect(await terminal.readExitCode()).toBe(7);
    terminal.close();
  });

  it('ends its shell and its foreground process when it is closed', async () => {
    const { terminal, type } = await open();
    await type('sleep 4011\r');
    await eventually(async () => expect(await count('sleep 4011')).toBe(1));
    terminal.close();
    await eventually(async () => expect(await count('sleep 4011')).toBe(0));
    await eventually(async () => expect(await count('sh -l')).toBe(0));
  });

  it('is ended by the engine when its client process is killed', async () => {
    const script = `
      const { createIncusVps } = await import(${JSON.stringify(new URL('./incus.ts', import.meta.url).href)});
      const driver = createIncusVps(${JSON.stringify({ url, project: engine.project })});
      const terminal = await driver.openTerminal(${JSON.stringify(name)}, { kind: 'shell', columns: 80, rows: 24 });
      await terminal.write(Buffer.from('sleep 4012\\r'));
      for await (const _ of terminal.read());`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    const exited = once(child, 'exit');
    try {
      await eventually(async () => expect(await count('sleep 4012')).toBe(1));
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
    await eventually(async () => expect(await count('sleep 4012')).toBe(0));
  });

  it('shows what the machine writes to its serial console, and detaches without ending anything', async () => {
    const { terminal, shown } = await open('serial');
    // The engine attaches a moment later; what was written before is only in its log.
    await eventually(async () => {
      await driver.execute(name, ['sh', '-c', 'echo booted > /dev/console'], { timeoutMs: 100_000 });
      expect(shown.text).toContain('booted');
    });
    terminal.close();
    await until(() => shown.ended);
    expect(await terminal.readExitCode()).toBeNull();
    expect((await driver.inspect(name))?.status).toBe('running');
  });

  it('makes a flood wait while nothing is read', async () => {
    const terminal = await driver.openTerminal(name, { kind: 'shell', columns: 80, rows: 24 });
    const before = memory();
    await terminal.write(Buffer.from('yes 0123456789012345678901234567890123456789\r'));
    const output = terminal.read();
    // Reads a megabyte, so that it floods, and then nothing, while another terminal works.
    for (let bytes = 0; bytes < 2 ** 20; ) bytes += (await output.next()).value?.length ?? 0;
    const other = await open();
    for (let round = 0; round < 20; round++) {
      await other.type(`echo $((${round} + 1000))\r`);
      await other.see(new RegExp(`\\n${round + 1000}\\r`));
    }
    expect(memory() - before).toBeLessThan(50 * 2 ** 20);
    other.terminal.close();
    terminal.close();
    await eventually(async () => expect(await count('yes 0123')).toBe(0));
  });

  it('takes a paste of 100 KB completely', async () => {
    const { terminal, type, see } = await open();
    await see(/# /);
    await type('stty raw -echo; echo rea""dy; head -c 102400 | sha256sum; stty sane\r');
    await see(/ready/);
    const paste = Buffer.from('0123456789abcdef'.repeat(6_400));
    for (let at = 0; at < paste.length; at += 16_384) await terminal.write(paste.subarray(at, at + 16_384));
    await see(new RegExp(createHash('sha256').update(paste).digest('hex')));
    terminal.close();
  });

  it('is refused for a machine that does not run', async () => {
    await driver.stop(name, { force: true });
    await expect(driver.openTerminal(name, { kind: 'shell', columns: 80, rows: 24 })).rejects.toMatchObject({
      code: 'conflict',
    });
    await driver.start(name);
  });
});

function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
