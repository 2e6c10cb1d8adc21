import type { ReadStatement } from '../driver.ts';
import { collectLines, refuseStatement } from './statement-lines.ts';

const MOST_MEGABYTES = 64;

/** Loads a parser with the first file: few processes ever need one. */
export const readStatement: ReadStatement = async (file, { format, account } = {}) => {
  if (file.length > MOST_MEGABYTES * 2 ** 20) refuseStatement(`It is larger than ${MOST_MEGABYTES} MB.`);
  const text = decode(file);
  const read = format ?? guessFormat(text);
  const collected = collectLines(read, account);
  if (read === 'camt') (await import('./camt053.ts')).parseCamt053(text, collected);
  else (await import('./csv.ts')).parseStatementCsv(text, collected);
  return collected.lines;
};

function guessFormat(text: string) {
  return text.trimStart().startsWith('<') ? 'camt' : 'csv';
}

/** Decodes a file. Banks still write tables in Windows-1252, so anything that is not UTF-8 is that. */
function decode(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}
