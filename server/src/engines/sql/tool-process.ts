import { spawn } from 'node:child_process';
import { addAbortSignal, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EngineError } from '../engine.ts';
import { unreachable } from './failure.ts';
import type { Tool } from './tools.ts';

const lastWordsLimit = 8 * 1024;
const killAfterMs = 5_000;

export interface ToolOptions {
  /** The whole environment of the program; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Translates a failure from the last output of the program. */
  explain(lastWords: string): EngineError;
}

export interface ToolProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when the program has succeeded, and rejects with the reason otherwise. */
  readonly ended: Promise<void>;
  kill(): void;
}

export function startTool(tool: Tool, args: readonly string[], { env, signal, explain }: ToolOptions): ToolProcess {
  // Fixed language, so that messages can be matched.
  const child = spawn(tool.path, args, { env: { LC_ALL: 'C', ...env }, stdio: 'pipe' });
  let lastWords = '';
  child.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-lastWordsLimit);
  });
  // Writers and readers get the error; `ended` has the reason.
  child.stdin.on('error', () => {});
  const kill = () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref();
  };
  signal?.addEventListener('abort', kill, { once: true });
  const ended = new Promise<void>((resolve, reject) => {
    // The program never ran, so its output says nothing.
    child.once('error', (error) => reject(unreachable(error)));
    child.once('close', (code) => (code === 0 ? resolve() : reject(explain(lastWords.trim()))));
  }).finally(() => signal?.removeEventListener('abort', kill));
  ended.catch(() => {}); // awaited later
  if (signal?.aborted) kill();
  return { stdin: child.stdin, stdout: child.stdout, ended, kill };
}

/**
 * Streams the output of a program. The stream ends only if the program succeeds, so that partial output never looks
 * complete. `onClose` runs when the stream is closed, read to its end or not.
 */
export function readOutput(
  process: ToolProcess,
  { signal, onClose }: { signal?: AbortSignal | undefined; onClose(): unknown },
): Readable {
  // A reader may come after the program has ended: without a listener the output would be discarded.
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

/** Feeds a source to a program and waits until it has finished. */
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
  // A program that fails stops reading, so its own reason comes first.
  await process.ended;
  if (fed.status === 'rejected') throw unreachable(fed.reason);
}

/** The source of a backup may fail with its own error. */
export function explainSource(error: unknown): EngineError {
  return error instanceof EngineError
    ? error
    : new EngineError('unreachable', 'The backup could not be read.', { cause: error });
}
