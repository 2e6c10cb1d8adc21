import { parseArgs } from 'node:util';
import { type Command, GLOBAL_OPTIONS } from './command.ts';
import { CliError } from './failure.ts';
import type { Options, Values } from './options.ts';
import { ALIASES } from './words.ts';

export interface Parsed {
  readonly values: Values;
  readonly args: readonly string[];
  readonly rest: readonly string[];
}

/** Returns the command and its arguments. Global options may stand before the words of the command. */
export function findCommand(
  commands: readonly Command[],
  argv: readonly string[],
): { readonly command: Command | undefined; readonly words: readonly string[]; readonly argv: readonly string[] } {
  const places = findWords(argv);
  const words = places.map((place) => argv[place] ?? '');
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ');
    const command = words.length < count ? undefined : commands.find((each) => each.words === (ALIASES[name] ?? name));
    if (command) return { command, words, argv: argv.filter((_, index) => !places.slice(0, count).includes(index)) };
  }
  return { command: undefined, words, argv };
}

/** Returns the places of the first two words that are neither options nor values of global options. */
function findWords(argv: readonly string[]): number[] {
  const places: number[] = [];
  for (let index = 0; index < argv.length && places.length < 2; index++) {
    const word = argv[index] ?? '';
    if (word === '--') break;
    if (!word.startsWith('-')) places.push(index);
    else if (takesValue(word)) index++;
    // Options of the command follow its words.
    else if (places.length === 1 && !isGlobal(word)) break;
  }
  return places;
}

function takesValue(word: string): boolean {
  return Object.entries(GLOBAL_OPTIONS).some(
    ([name, { type, short }]) => type === 'string' && (word === `--${name}` || word === `-${short}`),
  );
}

function isGlobal(word: string): boolean {
  const name = word.split('=')[0];
  return Object.entries(GLOBAL_OPTIONS).some(([option, { short }]) => name === `--${option}` || name === `-${short}`);
}

/** Parses the options and the arguments of a command. */
export function parseCommand(command: Command, argv: readonly string[]): Parsed {
  const end = command.takesRest ? argv.indexOf('--') : -1;
  const own = end === -1 ? argv : argv.slice(0, end);
  const { values, positionals } = parse({ ...GLOBAL_OPTIONS, ...command.options }, own);
  if (values.help !== true) checkArguments(command, positionals);
  return { values, args: positionals, rest: end === -1 ? [] : argv.slice(end + 1) };
}

function parse(options: Options, args: readonly string[]): { values: Values; positionals: string[] } {
  const specification = Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple = false }]) => [
      name,
      { type, multiple, ...(short === undefined ? {} : { short }) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options: specification, allowPositionals: true, allowNegative: true });
  } catch (error) {
    // The first sentence of Node names the option, and never its value.
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new CliError(`${sentence.replace(/\.$/, '')}.`);
  }
}

function checkArguments({ args }: Command, given: readonly string[]): void {
  const missing = args.filter(({ isRequired }, index) => isRequired && (given[index] ?? '') === '');
  if (missing.length > 0) throw new CliError(`Missing: ${missing.map(({ name }) => `<${name}>`).join(' ')}.`);
  if (given.length > args.length) throw new CliError(`Too many arguments: ${given.slice(args.length).join(' ')}.`);
}
