import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Feed, Pages } from '../../../sdk/src/index.ts';
import { type Argument, type Command, type Invocation, textOf } from '../command.ts';
import { CliError } from '../failure.ts';
import { groupOf, type Operation } from '../operations.ts';
import { argumentOf, describeOptions, type Options, readInput } from '../options.ts';
import { isRow, type Row } from '../output/format.ts';
import { formatOne, formatRows, type Output, parseOutput } from '../output/print.ts';
import { call, resolveId } from '../records.ts';
import { waitFor } from '../wait.ts';
import { COLUMNS, optionOf, ownerOf, wordsOf } from '../words.ts';

const MOST_PER_PAGE = 100;
const MOST_PER_PART = 1000;
const DEFAULT_WAIT_SECONDS = 600;
const DEFAULT_COLUMNS = 6;
/** Records that are a list in one field. */
const LIST_IN: Readonly<Record<string, string>> = { 'domains.records.show': 'records' };
const RECORD_COLUMNS = ['name', 'type', 'ttl', 'content', 'managed'];

const WAIT: Options = {
  wait: { type: 'boolean', description: 'Waits until the action has ended.' },
  'wait-timeout': { type: 'string', description: `Most seconds to wait. Default ${DEFAULT_WAIT_SECONDS}.` },
};
const LIST: Options = {
  limit: { type: 'string', description: 'Most items to return. Default: all.' },
  page: { type: 'string', description: 'Returns one page only, beginning with 1.' },
  'per-page': { type: 'string', description: 'Items of a page, at most 100.' },
};
const FEED: Options = {
  limit: { type: 'string', description: 'Most events to return. Default 100.' },
  after: { type: 'string', description: 'Returns events with a larger id.' },
  before: { type: 'string', description: 'With `--sort desc`: returns events with a smaller id.' },
};
const FILE: Options = {
  to: { type: 'string', description: 'File to write; - is standard output. Default: the name of the invoice.' },
};

/** Returns the command of an operation. */
export function operationCommand(operation: Operation): Command {
  const { kind, summary, description } = operation;
  const argument = argumentOf(operation);
  const args: Argument[] = argument
    ? [
        {
          name: argument.name === 'id' ? ownerOf(operation) : optionOf(argument.name),
          record: recordOf(operation),
          isRequired: argument.isRequired ?? false,
        },
      ]
    : [];
  const options = {
    ...describeOptions(operation),
    ...(kind === 'page' ? LIST : {}),
    ...(kind === 'feed' ? FEED : {}),
    ...(isQueued(operation) ? WAIT : {}),
    ...(isFile(operation) ? FILE : {}),
  };
  return {
    words: wordsOf(operation),
    summary,
    description,
    args,
    options,
    operation,
    run: (given) => run(operation, given),
  };
}

function recordOf(operation: Operation): string | undefined {
  const argument = argumentOf(operation);
  if (!argument) return undefined;
  return argument.name === 'id' ? ownerOf(operation) : optionOf(argument.name);
}

function isQueued({ name, columns }: Operation): boolean {
  return columns.includes('action_id') || name === 'actions.show';
}

function isFile({ columns }: Operation): boolean {
  return columns.includes('filename') && columns.includes('content');
}

async function run(operation: Operation, { args, values, program }: Invocation): Promise<void> {
  const output = parseOutput(textOf(values, 'output'));
  const { hostler } = program.session();
  const resolve = (kind: string, text: string) => resolveId(hostler, program.operations, kind, text);
  const input = await readInput(operation, values, resolve);
  const argument = argumentOf(operation);
  if (argument && args[0] !== undefined) input[argument.name] = await resolve(recordOf(operation) ?? '', args[0]);
  if (operation.name === 'auth.token' && input.api_key === undefined) input.api_key = program.session().token;
  const options = { scenario: textOf(values, 'scenario') };
  const shown = { output, columns: columnsOf(operation), known: operation.columns };
  if (operation.kind === 'page' || operation.kind === 'feed') {
    const rows = await readAll(operation, input, values, (more) => call(hostler, operation, more, options));
    program.print(formatRows(rows, shown));
    return;
  }
  const answer = await call(hostler, operation, input, options);
  if (Array.isArray(answer)) return program.print(formatRows(answer as Row[], shown));
  if (isFile(operation) && output.kind !== 'json') return save(answer as InvoiceFile, textOf(values, 'to'), program);
  const list = LIST_IN[operation.name];
  if (list !== undefined && output.kind !== 'json') {
    const rows = (answer as Record<string, Row[]>)[list] ?? [];
    return program.print(formatRows(rows, { output, columns: RECORD_COLUMNS, known: RECORD_COLUMNS }));
  }
  const record = isQueued(operation) ? await finish(operation, answer, given(values), program, output) : answer;
  program.print(formatOne(record, shown));
}

interface Waiting {
  readonly isWanted: boolean;
  readonly seconds: number;
}

function given(values: Invocation['values']): Waiting {
  return { isWanted: values.wait === true, seconds: readCount(values, 'wait-timeout') ?? DEFAULT_WAIT_SECONDS };
}

/** Waits for the action of a response, and returns the record as it is afterwards. */
async function finish(
  operation: Operation,
  answer: unknown,
  { isWanted, seconds }: Waiting,
  program: Invocation['program'],
  output: Output,
): Promise<unknown> {
  if (!isRow(answer)) return answer;
  const id = operation.name === 'actions.show' ? answer.id : answer.action_id;
  if (typeof id !== 'number') return answer;
  if (!isWanted) {
    if (operation.name !== 'actions.show' && output.kind !== 'json') {
      program.progress(`Queued. Follow it with: hostctl action show ${id} --wait\n`);
    }
    return answer;
  }
  program.onInterrupt(() => `Stopped waiting. The action goes on: hostctl action show ${id} --wait`);
  const { hostler } = program.session();
  const action = await waitFor(hostler, id, { seconds, onProgress: program.progress }).finally(() =>
    program.progress(undefined),
  );
  if (operation.name === 'actions.show') return action;
  const show = program.operations.find(({ name }) => name === `${groupOf(operation)}.show`);
  if (!show || argumentOf(show)?.name !== 'id' || !show.columns.every((column) => operation.columns.includes(column))) {
    return answer;
  }
  // Passwords are in the first response only.
  return { ...answer, ...((await call(hostler, show, { id: answer.id })) as Row) };
}

async function readAll(
  operation: Operation,
  input: Record<string, unknown>,
  values: Invocation['values'],
  read: (input: Record<string, unknown>) => unknown,
): Promise<Row[]> {
  const isFeed = operation.kind === 'feed';
  const limit = readCount(values, 'limit') ?? (isFeed ? 100 : Number.POSITIVE_INFINITY);
  if (isFeed) {
    for (const name of ['after', 'before']) {
      const value = readCount(values, name);
      if (value !== undefined) input[name] = value;
    }
    input.limit = Math.max(1, Math.min(limit, MOST_PER_PART));
  } else {
    const [page, perPage] = [readCount(values, 'page'), readCount(values, 'per-page')];
    input.per_page = perPage ?? Math.max(1, Math.min(limit, MOST_PER_PAGE));
    if (page !== undefined) {
      const { data } = await (read({ ...input, page }) as Pages<Row>);
      return data.slice(0, limit);
    }
  }
  const rows: Row[] = [];
  if (limit === 0) return rows;
  for await (const row of read(input) as Pages<Row> | Feed<Row>) {
    rows.push(row);
    if (rows.length >= limit) break;
  }
  return rows;
}

function readCount(values: Invocation['values'], name: string): number | undefined {
  const text = textOf(values, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new CliError(`--${name} must be a whole number.`);
  return Number(text);
}

function columnsOf({ name, columns }: Operation): readonly string[] {
  return COLUMNS[name] ?? columns.slice(0, DEFAULT_COLUMNS);
}

interface InvoiceFile {
  readonly filename: string;
  /** Base64. */
  readonly content: string;
}

function save({ filename, content }: InvoiceFile, to: string | undefined, program: Invocation['program']): void {
  const bytes = Buffer.from(content, 'base64');
  if (to === '-') {
    process.stdout.write(bytes);
    return;
  }
  // The name is from the server, so it must not lead to another folder.
  const file = to ?? basename(filename.replaceAll('\\', '/'));
  try {
    writeFileSync(file, bytes, { flag: to === undefined ? 'wx' : 'w' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(code === 'EEXIST' ? `${file} exists. Name a file with --to.` : `Cannot write ${file}: ${code}.`);
  }
  program.print(`${file}\n`);
}
