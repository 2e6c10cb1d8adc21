import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '@hostler/testing/until.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notDumped } from './failure.ts';
import { readOutput, startTool } from './tool-process.ts';

const shell = { path: '/bin/sh', version: '1' };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostler-tool-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a script to its end before its output is read. */
async function runToEnd(script: string) {
  const pid = join(folder, 'pid');
  const tool = startTool(shell, ['-c', `${script}; echo $$ >${pid}`], { env: {}, explain: notDumped });
  const closed = vi.fn();
  const output = readOutput(tool, { onClose: closed });
  await until(() => existsSync(pid) && /^\d+\n$/.test(readFileSync(pid, 'utf8')));
  // The process disappears only after its exit was handled here.
  await until(() => !existsSync(`/proc/${readFileSync(pid, 'utf8').trim()}`));
  await new Promise(setImmediate);
  return { tool, output, closed };
}

it('keeps the output of a program for a late reader', async () => {
  const { tool, output } = await runToEnd('echo all of it');
  expect(await text(output)).toBe('all of it\n');
  await tool.ended;
});

it('discards the output of a program if it is not read', async () => {
  const { tool, output, closed } = await runToEnd('echo all of it');
  output.destroy();
  await tool.ended;
  await until(() => closed.mock.calls.length === 1);
});
