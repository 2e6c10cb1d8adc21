import { Thread } from '@hostler/database';
import { EngineError } from '../../engine.ts';
import type { ReadStatement, StatementLine } from '../driver.ts';
import type { StatementAnswer, StatementQuestion } from './statement-thread.ts';

/** Parses a file in a thread that ends with it: no file blocks requests, whatever it contains. */
export const readStatementInThread: ReadStatement = async (file, options) => {
  const thread = new Thread(new URL('./statement-thread', import.meta.url));
  const ask = async (question: StatementQuestion) => {
    const answer = await thread.ask<StatementAnswer>(question);
    if ('refused' in answer) throw new EngineError('refused', answer.refused);
    return answer.lines;
  };
  try {
    const lines: StatementLine[] = [];
    for (let slice = await ask({ file, options }); slice.length > 0; slice = await ask({})) lines.push(...slice);
    return lines;
  } finally {
    await thread.close();
  }
};
