import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../processes.ts';
import type { Settings } from '../seed.ts';

const PROGRAM = fileURLToPath(new URL('../../server/bin/hostler.cjs', import.meta.url));
const EVERY_MS = 20;

/** Returns the peak memory of a command that lists everything, in MB. */
export async function measureCommand(settings: Settings, ...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...cleanEnvironment(), ...settings, HOSTLER_LOG_LEVEL: 'silent' },
  });
  let peak = 0;
  const timer = setInterval(() => {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readStatus(child.pid)) ?? [];
    peak = Math.max(peak, Number(kilobytes ?? 0) / 1024);
  }, EVERY_MS);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`hostler ${args.join(' ')} ended with ${code}.`);
  return peak;
}

function readStatus(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
