import type { Pages } from '../../../sdk/src/index.ts';
import type { Command, Invocation } from '../command.ts';
import { findCandidates } from '../completion/complete.ts';
import { SCRIPTS } from '../completion/scripts.ts';
import { readConfig } from '../config.ts';
import { CliError } from '../failure.ts';
import type { Row } from '../output/format.ts';
import { call, findList, nameOf } from '../records.ts';
import { openSession } from '../session.ts';

const SHELLS = Object.keys(SCRIPTS);
const MOST_NAMES = 100;
/** A shell waits for the names. */
const PATIENCE_MS = 2_000;

export const completionCommands: readonly Command[] = [
  {
    words: 'completion',
    summary: 'Print the completion for bash, zsh or fish',
    description:
      'bash: source <(hostctl completion bash)   zsh: source <(hostctl completion zsh)   fish: hostctl completion fish | source',
    args: [{ name: 'shell', isRequired: true, values: SHELLS }],
    options: {},
    run: printScript,
  },
  {
    words: '__complete',
    summary: 'Complete a command line',
    args: [],
    options: {},
    isHidden: true,
    takesRest: true,
    run: complete,
  },
];

async function printScript({ args: [shell = ''], program }: Invocation): Promise<void> {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell as keyof typeof SCRIPTS] : undefined;
  if (script === undefined) throw new CliError(`The shell must be one of: ${SHELLS.join(', ')}.`);
  program.print(script);
}

/** Prints one candidate per line. Failures print nothing, because the person is typing. */
async function complete({ rest: line, program }: Invocation): Promise<void> {
  const { words, record } = findCandidates(program.commands, line);
  const current = line.at(-1) ?? '';
  const names = record === undefined ? [] : await listNames(record, line, program).catch(() => []);
  const found = [...words, ...names].filter((word) => word.startsWith(current));
  program.print(found.map((word) => `${word}\n`).join(''));
}

async function listNames(record: string, line: readonly string[], program: Invocation['program']): Promise<string[]> {
  if (record === 'context') return Object.keys(readConfig(program.env).contexts);
  const list = findList(program.operations, record);
  if (!list) return [];
  const place = line.indexOf('--context');
  const context = place === -1 ? undefined : line[place + 1];
  const { hostler, http } = openSession(program.env, { context, sandbox: line.includes('--sandbox') });
  const search = line.at(-1) || undefined;
  const options = { retries: 0, signal: AbortSignal.timeout(PATIENCE_MS) };
  try {
    const { data } = await (call(hostler, list, { search, per_page: MOST_NAMES }, options) as Pages<Row>);
    return data.filter(({ status }) => status !== 'terminated').map(nameOf);
  } finally {
    http.close();
  }
}
