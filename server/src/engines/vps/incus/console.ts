import { needInstance } from './arrival.ts';
import type { Context } from './context.ts';
import { ApiError, failUnreachable } from './errors.ts';
import { pathOf } from './instances.ts';

const keptBytes = 64 * 1024;

/** Returns the end of the console log. */
export async function readConsoleLog(context: Context, name: string): Promise<string> {
  await needInstance(context, name);
  try {
    const { body } = await context.client.open('GET', pathOf(name, '/console'));
    return await readTail(body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A machine that never ran has no log, which is reported as an error.
    if (/no such file|not found|not running/i.test(error.message)) return '';
    throw error;
  }
}

async function readTail(body: AsyncIterable<Buffer>): Promise<string> {
  let tail = Buffer.alloc(0);
  try {
    for await (const chunk of body) tail = Buffer.concat([tail, chunk]).subarray(-keptBytes);
  } catch (error) {
    throw failUnreachable(error);
  }
  return tail.toString('utf8');
}
