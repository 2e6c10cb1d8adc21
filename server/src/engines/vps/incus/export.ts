import { randomBytes } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { needInstance } from './arrival.ts';
import type { Context } from './context.ts';
import { ApiError, failUnreachable, isMissing } from './errors.ts';
import { pathOf } from './instances.ts';

const prefix = 'hostler-';
/** The engine forgets a copy by itself after this time, should nobody be left to take it away. */
const keptMs = 12 * 60 * 60_000;
const bufferBytes = 2 ** 20;
/** On a disk that is full the engines may never end; then somebody has to end them. */
const longestCopyMs = 6 * 60 * 60_000;
const noProgram = /executable file not found|invalid compression/i;

/** Has the engine make a copy, and streams it; the engine's copy goes away with the stream, read to its end or not. */
export async function exportInstance(context: Context, name: string, signal?: AbortSignal): Promise<Readable> {
  await needInstance(context, name, { signal });
  const copy = await obtainCopy(context, name, signal);
  try {
    const path = pathOf(name, `/backups/${copy}/export`);
    const { body } = await context.client.open('GET', path, { signal });
    return passOn(body, () => removeCopy(context, name, copy).catch(() => {}), signal);
  } catch (error) {
    await removeCopy(context, name, copy).catch(() => {});
    throw error;
  }
}

async function obtainCopy(context: Context, name: string, signal?: AbortSignal): Promise<string> {
  const limit = AbortSignal.timeout(longestCopyMs);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  try {
    return (await pickUp(context, name, either)) ?? (await makeCopy(context, name, either));
  } catch (error) {
    throw limit.aborted ? failUnreachable(error) : error;
  }
}

/** A copy that a dead worker was just having made is as good as a new one; older ones are in the way. */
async function pickUp(context: Context, name: string, signal?: AbortSignal): Promise<string | undefined> {
  const settled = await context.operations.settle(name, { signal, copies: true });
  const fresh = settled
    .filter(({ succeeded }) => succeeded)
    .flatMap(({ resources }) => resources.map((path) => /\/backups\/(.+)$/.exec(path)?.[1]))
    .find((copy) => copy?.startsWith(prefix));
  const { metadata } = await context.client.call<string[] | null>('GET', pathOf(name, '/backups'), { signal });
  const copies = (metadata ?? []).map((path) => path.split('?')[0]?.split('/').at(-1) ?? '');
  for (const copy of copies) {
    if (copy.startsWith(prefix) && copy !== fresh) await removeCopy(context, name, copy, signal);
  }
  return copies.find((copy) => copy === fresh);
}

async function makeCopy(context: Context, name: string, signal?: AbortSignal): Promise<string> {
  const copy = `${prefix}${randomBytes(8).toString('hex')}`;
  const make = (compression: string) => {
    const expires_at = new Date(Date.now() + keptMs).toISOString();
    const what = { instance_only: true, container_only: true, optimized_storage: false };
    const body = { name: copy, expires_at, ...what, compression_algorithm: compression };
    return context.operations.run('POST', pathOf(name, '/backups'), { body, signal });
  };
  try {
    await make(context.compression).catch(async (error) => {
      // The program that packs belongs to the engine's host, which need not have it; this one is slow and everywhere.
      if (!(error instanceof ApiError) || !noProgram.test(error.message)) throw error;
      await make('gzip');
    });
    return copy;
  } catch (error) {
    if (!signal?.aborted) await removeCopy(context, name, copy).catch(() => {});
    throw error;
  }
}

/** Of a name that nobody else gives: it is right whoever has the work by now. */
async function removeCopy(context: Context, name: string, copy: string, signal?: AbortSignal): Promise<void> {
  try {
    await context.operations.clear('DELETE', pathOf(name, `/backups/${copy}`), { signal });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** The same bytes, with errors that our callers know, and word of the end, however it comes. */
function passOn(body: Readable, atEnd: () => void, signal?: AbortSignal): Readable {
  const out = new PassThrough({ highWaterMark: bufferBytes });
  body.once('error', (error) => out.destroy(signal?.aborted ? signal.reason : failUnreachable(error)));
  out.once('close', () => {
    body.destroy();
    atEnd();
  });
  return body.pipe(out);
}
