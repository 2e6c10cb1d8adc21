import { spawn } from 'node:child_process';
import { addAbortSignal, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EngineError } from '../engine.ts';
import { unreachable } from './failure.ts';
import type { Tool } from './tools.ts';

const lastWordsLimit = 8 * 1024;
const killAfterMs = 5_000;

export interface ToolOptions {
  /** All that the program gets to know of our environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** What it means when the program failed, from what it said last. */
  explain(lastWords: string): EngineError;
}

export interface ToolProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** When it has ended: well, or else with an error that says why. */
  readonly ended: Promise<void>;
  kill(): void;
}

export function startTool(tool: Tool, args: readonly string[], { env, signal, explain }: ToolOptions): ToolProcess {
  // In a language that can be searched for known words.
  const child = spawn(tool.path, args, { env: { LC_ALL: 'C', ...env }, stdio: 'pipe' });
  let lastWords = '';
  child.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-lastWordsLimit);
  });
  // Whoever writes to it or reads from it hears about it; `ended` tells why.
  child.stdin.on('error', () => {});
  const kill = () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref();
  };
  signal?.addEventListener('abort', kill, { once: true });
  const ended = new Promise<void>((resolve, reject) => {
    // It never ran, so it has said nothing about what it was given.
    child.once('error', (error) => reject(unreachable(error)));
    child.once('close', (code) => (code === 0 ? resolve() : reject(explain(lastWords.trim()))));
  }).finally(() => signal?.removeEventListener('abort', kill));
  ended.catch(() => {}); // it is awaited later
  if (signal?.aborted) kill();
  return { stdin: child.stdin, stdout: child.stdout, ended, kill };
}

/**
 * What a program writes, as a stream that ends only when the program has ended well: half of it never looks whole.
 * `onClose` runs when the stream is done with, read to its end or not.
 */
export function readOutput(
  process: ToolProcess,
  { signal, onClose }: { signal?: AbortSignal | undefined; onClose(): unknown },
): Readable {
  // Whoever reads it may come when the program has ended: what nobody listens for is thrown away then.
  process.stdout.on('readable', () => {});
  async function* read() {
    for await (const chunk of process.stdout) yield chunk;
    await process.ended;
  }
  const output = Readable.from(read(), { objectMode: false });
  output.once('close', () => {
    process.kill();
    process.stdout.destroy();
    onClose();
  });
  return signal ? addAbortSignal(signal, output) : output;
}

/** Gives a program all of a source to read and waits until it has done its work with it. */
export async function feedTool(process: ToolProcess, source: Readable | AsyncIterable<Buffer>): Promise<void> {
  let sourceFailure: unknown;
  async function* watch() {
    try {
      for await (const chunk of source) yield chunk;
    } catch (error) {
      sourceFailure = error;
      process.kill();
      throw error;
    }
  }
  const [fed] = await Promise.allSettled([pipeline(watch(), process.stdin), process.ended]);
  if (sourceFailure !== undefined) throw explainSource(sourceFailure);
  // A program that fails reads no further, so its own reason goes first.
  await process.ended;
  if (fed.status === 'rejected') throw unreachable(fed.reason);
}

/** Where a backup comes from may fail with a reason of its own. */
export function explainSource(error: unknown): EngineError {
  return error instanceof EngineError
    ? error
    : new EngineError('unreachable', 'The backup could not be read.', { cause: error });
}
