import { type Command, GLOBAL_OPTIONS } from '../command.ts';
import { findCommand } from '../parse.ts';
import { ALIASES } from '../words.ts';

/** Possible completions: fixed words, or the names of records of this kind. */
export interface Candidates {
  readonly words: readonly string[];
  readonly record?: string | undefined;
}

/** Returns the candidates for the last of the words after `hostctl`. */
export function findCandidates(commands: readonly Command[], line: readonly string[]): Candidates {
  const current = line.at(-1) ?? '';
  const before = line.slice(0, -1);
  const { command, words, argv } = findCommand(commands, before);
  const options = { ...GLOBAL_OPTIONS, ...command?.options };
  const option = findOption(options, before.at(-1));
  if (option?.type === 'string') return { words: option.values ?? [], record: option.record };
  if (current.startsWith('-')) return { words: Object.keys(options).map((name) => `--${name}`) };
  if (!command) return { words: listWords(commands, words) };
  const given = countArguments(options, argv);
  const argument = command.args[given];
  return { words: argument?.values ?? [], record: argument?.record };
}

function findOption(options: Command['options'], word: string | undefined): Command['options'][string] | undefined {
  if (!word?.startsWith('-')) return undefined;
  return Object.entries(options).find(([name, { short }]) => word === `--${name}` || word === `-${short}`)?.[1];
}

function countArguments(options: Command['options'], argv: readonly string[]): number {
  return argv.filter((word, index) => !word.startsWith('-') && findOption(options, argv[index - 1])?.type !== 'string')
    .length;
}

function listWords(commands: readonly Command[], given: readonly string[]): string[] {
  const all = [...commands.filter(({ isHidden }) => !isHidden).map(({ words }) => words), ...Object.keys(ALIASES)];
  const [noun] = given;
  if (given.length > 1) return [];
  if (noun === undefined) return [...new Set(all.map((words) => words.split(' ')[0] ?? ''))];
  return all.filter((words) => words.startsWith(`${noun} `)).map((words) => words.slice(noun.length + 1));
}
