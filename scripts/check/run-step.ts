import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ProcessorTime, readProcessorTime, since } from './processor-time.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  // The compiler ends before garbage collection would pay off.
  GOGC: '400',
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
};

export interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly step: Step;
  readonly passed: boolean;
  readonly seconds: number;
  /** Of all processes that ended meanwhile: exact if no other step ran. */
  readonly processor: ProcessorTime;
  readonly output: string;
}

const running = new Set<ChildProcess>();

/** Runs one step. Live output goes straight to the terminal; other output is kept for the case of failure. */
export function runStep(step: Step, { live }: { live: boolean }): Promise<Outcome> {
  const start = performance.now();
  const processor = readProcessorTime();
  const [command = '', ...args] = step.command;
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment, ...step.env },
    stdio: live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const append = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  return new Promise((resolve) => {
    const finish = (passed: boolean) => {
      running.delete(child);
      const seconds = (performance.now() - start) / 1000;
      resolve({ step, passed, seconds, processor: since(processor), output });
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}

/** Ends the steps that run now. */
export function endSteps(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
}
