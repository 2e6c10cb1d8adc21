import { type Command, type Program, textOf } from './command.ts';
import { apiCommand } from './commands/api.ts';
import { completionCommands } from './commands/completion.ts';
import { consoleCommand } from './commands/console.ts';
import { contextCommands } from './commands/context.ts';
import { eventCommands } from './commands/events.ts';
import { loginCommand } from './commands/login.ts';
import { operationCommand } from './commands/operation.ts';
import { sshCommand } from './commands/ssh.ts';
import { CliError, EXIT, explain, redact } from './failure.ts';
import { helpOf, helpOfAll, usageOf } from './help.ts';
import type { Operation } from './operations.ts';
import { findCommand, parseCommand } from './parse.ts';
import { connect, openSession, type Session } from './session.ts';
import { ALIASES } from './words.ts';

/** Written by scripts/cli/bundle.ts. */
declare const HOSTCTL_OPERATIONS: string;
declare const HOSTCTL_VERSION: string;

const env = process.env;
const operations = JSON.parse(HOSTCTL_OPERATIONS) as Operation[];
const commands: readonly Command[] = [
  loginCommand,
  ...contextCommands,
  ...operations.map(operationCommand),
  ...eventCommands,
  sshCommand,
  consoleCommand,
  apiCommand,
  ...completionCommands,
];
let session: Session | undefined;
let hasProgress = false;
let interruptHint: () => string | undefined = () => undefined;

function progress(text: string | undefined): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`${hasProgress ? '\r\u001b[K' : ''}${text ?? ''}`);
  hasProgress = text !== undefined && !text.endsWith('\n');
}

function note(text: string): void {
  progress(undefined);
  process.stderr.write(`${redact(text)}\n`);
}

async function main(argv: readonly string[]): Promise<void> {
  const { command, words, argv: rest } = findCommand(commands, argv);
  if (!command) return helpWithout(words, argv);
  const { values, args, rest: foreign } = parse(command, rest);
  if (values.help === true) return print(helpOf(command));
  const events = { onWarning: note, ...(values.verbose === true ? { onAnswer: note } : {}) };
  const program: Program = {
    env,
    version: HOSTCTL_VERSION,
    operations,
    commands,
    print,
    note,
    progress,
    session() {
      const sandbox = values.sandbox === true;
      session ??= openSession(env, { context: textOf(values, 'context'), sandbox, ca: textOf(values, 'ca') }, events);
      return session;
    },
    connect(target) {
      session?.http.close();
      session = connect(target, env, events);
      return session;
    },
    onInterrupt(hint) {
      interruptHint = hint;
    },
  };
  await command.run({ args, rest: foreign, values, program });
}

function parse(command: Command, argv: readonly string[]): ReturnType<typeof parseCommand> {
  try {
    return parseCommand(command, argv);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    throw new CliError(`${error.message}\nUsage: ${usageOf(command)}`);
  }
}

function helpWithout(words: readonly string[], argv: readonly string[]): void {
  print(findHelp(words, argv));
}

function findHelp([first, second]: readonly string[], argv: readonly string[]): string {
  if (argv.includes('--version')) return `hostctl ${HOSTCTL_VERSION}\n`;
  const noun = first === 'help' ? second : first;
  const isNoun = commands.some(({ words }) => words.split(' ')[0] === noun);
  if (noun === undefined) return helpOfAll(commands);
  if (isNoun && (second === undefined || first === 'help')) return helpOfAll(commands, noun);
  const listed = isNoun ? `Verbs of ${noun}: ${verbsOf(noun).join(', ')}.` : 'List the commands with: hostctl --help';
  throw new CliError(`There is no command ${isNoun ? `${noun} ${second}` : noun}. ${listed}`);
}

function verbsOf(noun: string): string[] {
  const all = [...commands.map(({ words }) => words), ...Object.keys(ALIASES)];
  return all.filter((words) => words.startsWith(`${noun} `)).map((words) => words.slice(noun.length + 1));
}

function print(text: string): void {
  progress(undefined);
  process.stdout.write(text);
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader is gone, as in `hostctl server list | head -1`.
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}
process.on('SIGINT', () => {
  const hint = interruptHint();
  note(hint === undefined ? '' : hint);
  process.exit(EXIT.interrupted);
});

main(process.argv.slice(2))
  .catch((error: unknown) => {
    const { message, exitCode } = explain(error, session?.url);
    note(`hostctl: ${message}`);
    process.exitCode = exitCode;
  })
  .finally(() => session?.http.close());
