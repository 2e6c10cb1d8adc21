import { parentPort } from 'node:worker_threads';
import { EngineError } from '../../engine.ts';
import type { StatementLine, StatementOptions } from '../driver.ts';
import { readStatement } from './read-statement.ts';

/*
 * Parses one file in its own thread: 100,000 lines take seconds, which would block all requests. The lines are sent in
 * slices, because copying them all at once takes long, too.
 */
const AT_ONCE = 500;

/** The first question has the file. Each later one asks for the next slice. */
export interface StatementQuestion {
  readonly file?: Uint8Array;
  readonly options?: StatementOptions | undefined;
}

/** The slice after the last line is empty. */
export type StatementAnswer = { readonly lines: readonly StatementLine[] } | { readonly refused: string };

let lines: StatementLine[] = [];

async function answer({ file, options }: StatementQuestion): Promise<StatementAnswer> {
  try {
    if (file) lines = await readStatement(Buffer.from(file), options);
    return { lines: lines.splice(0, AT_ONCE) };
  } catch (error) {
    if (error instanceof EngineError && error.code === 'refused') return { refused: error.message };
    throw error;
  }
}

parentPort?.on('message', async (question: StatementQuestion) => {
  parentPort?.postMessage(await answer(question));
});
