import { type Command, GLOBAL_OPTIONS } from './command.ts';
import type { Options } from './options.ts';
import { formatTable } from './output/format.ts';
import { ALIASES } from './words.ts';

export function usageOf({ words, args, takesRest, options }: Command): string {
  const required = Object.entries(options).filter(([, { isRequired }]) => isRequired);
  return [
    `hostctl ${words}`,
    ...args.map(({ name, isRequired }) => (isRequired ? `<${name}>` : `[<${name}>]`)),
    ...required.map(([name, { multiple }]) => `--${name} <${name}>${multiple ? '…' : ''}`),
    ...(Object.keys(options).length > required.length ? ['[options]'] : []),
    ...(takesRest ? ['[-- …]'] : []),
  ].join(' ');
}

export function helpOf(command: Command): string {
  const own = Object.entries(command.options).filter(([name]) => !isFileForm(name, command.options));
  const hasFiles = own.some(([, { isFile }]) => isFile);
  return [
    `${command.summary.replace(/\.$/, '')}.\n`,
    `\nUsage: ${usageOf(command)}\n`,
    ...(command.description ? [`\n${command.description}\n`] : []),
    ...(own.length > 0 ? [`\nOptions:\n${listOptions(Object.fromEntries(own))}`] : []),
    ...(hasFiles
      ? ['\nAn option for text also exists as --NAME-file, which reads a file; - is standard input.\n']
      : []),
    `\nOptions of every command:\n${listOptions(GLOBAL_OPTIONS)}`,
  ].join('');
}

function isFileForm(name: string, options: Options): boolean {
  return options[name.replace(/-file$/, '')]?.isFile === true && name.endsWith('-file');
}

function listOptions(options: Options): string {
  const rows = Object.entries(options).map(([name, { type, short, multiple, values, description, isRequired }]) => ({
    option: `  ${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` <${name}>` : ''}${multiple ? '…' : ''}`,
    text: [isRequired ? 'Required. ' : '', description, values ? ` One of: ${values.join(', ')}.` : ''].join(''),
  }));
  return withoutHead(formatTable(['option', 'text'], rows));
}

/** Returns the help of all commands, or of those of one noun. */
export function helpOfAll(commands: readonly Command[], noun?: string): string {
  const listed = commands.filter(
    ({ words, isHidden }) => !isHidden && (noun === undefined || words.split(' ')[0] === noun),
  );
  const nouns = [...new Set(listed.map(({ words }) => words.split(' ')[0] ?? ''))];
  const rows =
    noun === undefined
      ? nouns.map((word) => ({ name: `  ${word}`, text: verbsOf(listed, word) }))
      : [...listed, ...listAliases(commands, noun)].map(({ words, summary }) => ({
          name: `  ${words}`,
          text: summary,
        }));
  return [
    noun === undefined ? 'hostctl controls your servers, domains and other resources.\n\n' : '',
    `Usage: hostctl ${noun ?? '<resource>'} <verb> [options]\n\n`,
    withoutHead(formatTable(['name', 'text'], rows)),
    noun === undefined ? '\nSign in first: hostctl login https://cloud.example.com\n' : '',
    'Help of one command: hostctl <resource> <verb> --help\n',
  ].join('');
}

function listAliases(commands: readonly Command[], noun: string): { words: string; summary: string }[] {
  const own = Object.entries(ALIASES).filter(([alias]) => alias.startsWith(`${noun} `));
  return own.flatMap(([alias, words]) =>
    commands
      .filter((each) => each.words === words)
      .map(({ summary }) => ({ words: alias, summary: `${summary} (${words})` })),
  );
}

function verbsOf(commands: readonly Command[], noun: string): string {
  const own = commands.filter(({ words }) => words.split(' ')[0] === noun);
  const [only] = own;
  if (own.length === 1 && only?.words === noun) return only.summary;
  return own.map(({ words }) => words.slice(noun.length + 1) || '…').join(', ');
}

function withoutHead(table: string): string {
  return table.slice(table.indexOf('\n') + 1);
}
