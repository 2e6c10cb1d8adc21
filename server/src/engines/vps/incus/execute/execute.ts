import { EngineError } from '../../../engine.ts';
import type { Executed, ExecuteOptions } from '../../driver.ts';
import { collectOutput } from '../../output.ts';
import { needInstance } from '../arrival.ts';
import type { Context } from '../context.ts';
import { ApiError, failUnreachable } from '../errors.ts';
import { isRunning, pathOf } from '../instances.ts';
import type { Operation } from '../operations.ts';
import { hasFallen, seeBoot } from './boot.ts';
import { endMarked, makeMark } from './mark.ts';
import { type Fds, openStreams } from './streams.ts';

/** Time to wait for the end of a killed command. */
const END_MS = 10_000;

/** Runs a command with its streams on websockets of the engine, one each and one for control. */
export async function executeInside(
  context: Context,
  name: string,
  command: readonly string[],
  options: ExecuteOptions,
): Promise<Executed> {
  const { timeoutMs, input, signal } = options;
  const instance = await needInstance(context, name, { signal, withState: true });
  if (!isRunning(instance)) throw failNotRunning();
  const boot = seeBoot(instance);
  const mark = makeMark();
  const environment = { ...options.environment, ...mark };
  const { operation, fds } = await begin(context, name, command, environment, signal);
  const output = [collectOutput('stdout', options), collectOutput('stderr', options)] as const;
  const streams = await openStreams(context.client, operation, fds, output, signal);
  try {
    const limit = AbortSignal.timeout(timeoutMs);
    const stop = signal ? AbortSignal.any([limit, signal]) : limit;
    void streams.feed(input);
    const ended = await awaitEnd(context, operation, stop);
    if (!ended) {
      streams.kill();
      await endMarked(context, name, mark, AbortSignal.timeout(END_MS));
      if (!(await awaitEnd(context, operation, AbortSignal.timeout(END_MS)))) throw failEndless();
      signal?.throwIfAborted();
    }
    const exitCode = ended ? readExitCode(ended) : null;
    if (exitCode !== 0 && (await hasFallen(context, boot, exitCode, signal))) throw failFallen();
    const whole = await streams.drain();
    const [stdout, stderr] = [output[0].end(), output[1].end()];
    return { exitCode, stdout, stderr, dropped: !whole || output.some((one) => one.isCut()), timedOut: !ended };
  } finally {
    streams.close();
  }
}

async function begin(
  { client }: Context,
  name: string,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<{ operation: string; fds: Fds }> {
  const body = { command, environment, 'wait-for-websocket': true, interactive: false };
  try {
    const answer = await client.call<Operation>('POST', pathOf(name, '/exec'), { body, signal });
    const { fds } = answer.metadata.metadata as { fds: Fds };
    return { operation: answer.operation ?? '', fds };
  } catch (error) {
    if (error instanceof ApiError && /not running|is frozen/i.test(error.message)) throw failNotRunning();
    throw error;
  }
}

/** Returns undefined if the wait was aborted. */
async function awaitEnd(context: Context, path: string, stop: AbortSignal): Promise<Operation | undefined> {
  try {
    return await context.operations.watch(path, stop);
  } catch (error) {
    if (stop.aborted) return undefined;
    throw error;
  }
}

/** An unknown command fails as an operation, too, and has an exit code like any other. */
function readExitCode({ metadata, err }: Operation): number | null {
  const { return: code = -1 } = (metadata ?? {}) as { return?: number };
  if (code < 0 && err !== '') throw new ApiError(undefined, err);
  return code < 0 ? null : code;
}

function failNotRunning(): EngineError {
  return new EngineError('conflict', 'The server is not running.');
}

function failFallen(): EngineError {
  return new EngineError('unreachable', 'The server went down while it worked on this.');
}

function failEndless(): EngineError {
  return failUnreachable(new Error('The command could not be ended.'));
}
