import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { damaged } from '../failure.ts';
import { checkProgram, formatSurroundings, type Program } from './programs.ts';
import type { Charset, SequenceDefault } from './tables.ts';

/*
 * A dump is a script that the `mariadb` program can run. It starts with a header line and the tables as written by
 * mariadb-dump. The programs follow, each after a line that describes it. The separator is a random word that a
 * customer cannot know in advance. The last line has a checksum of all others; without it a dump is incomplete.
 */
const title = '-- Hostler dump of a MariaDB database ';
const headLimit = 16 * 1024 * 1024;
const programsLimit = 256 * 1024 * 1024;

export interface DumpHead extends Charset {
  readonly database: string;
  readonly sequenceDefaults: readonly SequenceDefault[];
}

interface MarkedHead extends DumpHead {
  readonly format: 1;
  readonly word: string;
}

export async function* writeDump(
  head: DumpHead,
  tables: AsyncIterable<Buffer> | Iterable<Buffer>,
  programs: readonly Program[],
): AsyncGenerator<Buffer> {
  const word = randomBytes(16).toString('hex');
  let sum = 0;
  for await (const part of writeParts(word, head, tables, programs)) {
    sum = crc32(part, sum);
    yield part;
  }
  yield Buffer.from(lastLine(word, sum));
}

async function* writeParts(
  word: string,
  head: DumpHead,
  tables: AsyncIterable<Buffer> | Iterable<Buffer>,
  programs: readonly Program[],
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${title}${JSON.stringify({ ...head, format: 1, word } satisfies MarkedHead)}\n`);
  yield* tables;
  yield Buffer.from(startOfPrograms(word));
  for (const { body, definer: _, ...program } of programs) {
    const lines = [
      `-- ${word} ${JSON.stringify(program)}`,
      `${formatSurroundings(program)};`,
      `DELIMITER ${delimiter(word)}`,
      `CREATE ${program.algorithm}${body}`,
      delimiter(word),
      'DELIMITER ;',
    ];
    yield Buffer.from(`${lines.join('\n')}\n`);
  }
}

export interface ReadDump {
  readonly head: DumpHead;
  /** Read these before the programs. */
  tables(): AsyncGenerator<Buffer>;
  programs(): Promise<Program[]>;
}

/** Reads a dump part by part. A truncated or foreign one is refused, at the latest with its programs. */
export async function readDump(content: AsyncIterator<Buffer>): Promise<ReadDump> {
  let pending: Buffer = Buffer.alloc(0);
  let sum = 0;
  const readMore = async (): Promise<boolean> => {
    const { done, value } = await content.next();
    if (!done) pending = pending.length === 0 ? value : Buffer.concat([pending, value]);
    return !done;
  };
  const take = (length: number): Buffer => {
    const taken = pending.subarray(0, length);
    pending = pending.subarray(length);
    sum = crc32(taken, sum);
    return taken;
  };

  /**
   * Collects chunks until `isEnough`, and concatenates once: otherwise small chunks would be copied again and again.
   */
  const gather = async (isEnough: (piece: Buffer, length: number) => boolean): Promise<void> => {
    const pieces = [pending];
    for (let length = pending.length, enough = false; !enough; ) {
      const { done, value } = await content.next();
      if (done) break;
      pieces.push(value);
      length += value.length;
      enough = isEnough(value, length);
    }
    pending = Buffer.concat(pieces);
  };

  await gather((piece, length) => piece.includes('\n') || length > headLimit);
  const lineEnd = pending.indexOf('\n');
  if (lineEnd < 0) throw damaged(new Error('It has no first line.'));
  const { word, ...head } = parseHead(take(lineEnd + 1).toString());

  async function* tables(): AsyncGenerator<Buffer> {
    const end = Buffer.from(startOfPrograms(word));
    for (;;) {
      const at = pending.indexOf(end);
      if (at >= 0) {
        yield take(at);
        take(end.length);
        return;
      }
      // The separator may be split between chunks.
      if (pending.length > end.length) yield take(pending.length - end.length);
      if (!(await readMore())) throw damaged(new Error('It ends in the middle of the tables.'));
    }
  }

  async function programs(): Promise<Program[]> {
    await gather((_, length) => length > programsLimit);
    if (pending.length > programsLimit) throw damaged(new Error('Its end is too long.'));
    const text = take(Math.max(0, pending.length - lastLine(word, 0).length)).toString();
    if (pending.toString() !== lastLine(word, sum))
      throw damaged(new Error('The last line of the dump is missing or does not match.'));
    return parsePrograms(text, word);
  }

  return { head, tables, programs };
}

function startOfPrograms(word: string): string {
  return `\n-- ${word} programs\n`;
}

function lastLine(word: string, sum: number): string {
  return `-- ${word} complete ${sum.toString(16).padStart(8, '0')}\n`;
}

/** The program accepts at most fifteen characters. */
function delimiter(word: string): string {
  return `$$${word.slice(0, 12)}`;
}

function parseHead(line: string): MarkedHead {
  const head = line.startsWith(title) ? (parseJson(line.slice(title.length)) as Partial<MarkedHead>) : {};
  const { format, word = '', database, charset, collation, sequenceDefaults } = head;
  const texts = [database, charset, collation, ...(sequenceDefaults ?? []).flatMap(listNames)];
  if (format !== 1 || !/^[0-9a-f]{32}$/.test(word) || !texts.every((text) => typeof text === 'string')) {
    throw damaged(new Error('The file is not a dump made by Hostler.'));
  }
  return head as MarkedHead;
}

function listNames({ table, column, sequence }: SequenceDefault): unknown[] {
  return [table, column, sequence];
}

function parsePrograms(text: string, word: string): Program[] {
  const [first, ...blocks] = text.split(`-- ${word} `);
  if (first !== '') throw damaged(new Error('Its end is not readable.'));
  return blocks.map((block) => {
    const facts = parseJson(block.slice(0, block.indexOf('\n')));
    const [, statement] = block.split(`\nDELIMITER ${delimiter(word)}\nCREATE `);
    const end = `\n${delimiter(word)}\nDELIMITER ;\n`;
    const body = statement?.endsWith(end) ? statement.slice(String(facts.algorithm).length, -end.length) : undefined;
    const program = checkProgram({ ...facts, body });
    if (!program) throw damaged(new Error('A stored program in the dump is not readable.'));
    return program;
  });
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw damaged(error);
  }
}
