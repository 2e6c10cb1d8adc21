import { randomBytes } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { needInstance } from './arrival.ts';
import type { Context } from './context.ts';
import { ApiError, failUnreachable, isMissing } from './errors.ts';
import { pathOf } from './instances.ts';

const prefix = 'hostler-';
/** The engine deletes a copy itself after this time, in case no worker does. */
const keptMs = 12 * 60 * 60_000;
const bufferBytes = 2 ** 20;
/** On a full disk the engines may never finish, so the copy is aborted. */
const longestCopyMs = 6 * 60 * 60_000;
const noProgram = /executable file not found|invalid compression/i;

/** Has the engine create a copy, and streams it. The copy is deleted with the stream, read to its end or not. */
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

/** Reuses a copy that a dead worker had just created; older ones are deleted. */
async function pickUp(context: Context, name: string, signal?: AbortSignal): Promise<string | undefined> {
  const settled = await context.operations.settle(name, { signal, copies: true });
  const fresh = settled
    .filter(({ succeeded }) => succeeded)
    .flatMap(({ resources }) => resources.map((path) => /\/backups\/(.+)/.exec(path)?.[1]))
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
      // The compression program belongs to the host of the engine, which may lack it. gzip is slow but always
      // available.
      if (!(error instanceof ApiError) || !noProgram.test(error.message)) throw error;
      await make('gzip');
    });
    return copy;
  } catch (error) {
    if (!signal?.aborted) await removeCopy(context, name, copy).catch(() => {});
    throw error;
  }
}

/** The name is unique, so this is safe even if another worker has the job now. */
async function removeCopy(context: Context, name: string, copy: string, signal?: AbortSignal): Promise<void> {
  try {
    await context.operations.clear('DELETE', pathOf(name, `/backups/${copy}`), { signal });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Passes on the bytes, translates errors, and reports the end in any case. */
function passOn(body: Readable, atEnd: () => void, signal?: AbortSignal): Readable {
  const out = new PassThrough({ highWaterMark: bufferBytes });
  body.once('error', (error) => out.destroy(signal?.aborted ? signal.reason : failUnreachable(error)));
  out.once('close', () => {
    body.destroy();
    atEnd();
  });
  return body.pipe(out);
}
