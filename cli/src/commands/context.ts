import type { Command, Invocation, Program } from '../command.ts';
import { textOf } from '../command.ts';
import { type Config, type Context, readConfig, writeConfig } from '../config.ts';
import { CliError } from '../failure.ts';
import { formatRows, parseOutput } from '../output/print.ts';

const COLUMNS = ['current', 'name', 'url', 'live', 'sandbox'];
const named = [{ name: 'name', record: 'context', isRequired: true }] as const;

/** Accounts and installations that hostctl has keys for. */
export const contextCommands: readonly Command[] = [
  { words: 'context list', summary: 'List the stored accounts', args: [], options: {}, run: list },
  { words: 'context use', summary: 'Choose the account of later commands', args: named, options: {}, run: use },
  {
    words: 'context remove',
    summary: 'Remove an account with its keys from this machine',
    description: 'The keys stay valid. Revoke them in the panel.',
    args: named,
    options: {},
    run: remove,
  },
];

async function list({ values, program }: Invocation): Promise<void> {
  const { current, contexts } = readConfig(program.env);
  const rows = Object.entries(contexts).map(([name, { url, token, test_token }]) => ({
    current: name === current,
    name,
    url,
    live: token !== undefined,
    sandbox: test_token !== undefined,
  }));
  const output = parseOutput(textOf(values, 'output'));
  program.print(formatRows(rows, { output, columns: COLUMNS, known: COLUMNS }));
}

async function use({ args: [name = ''], program }: Invocation): Promise<void> {
  const config = readConfig(program.env);
  find(config, name);
  writeConfig(program.env, { ...config, current: name });
}

async function remove({ args: [name = ''], program }: Invocation): Promise<void> {
  const config = readConfig(program.env);
  find(config, name);
  const { [name]: _, ...contexts } = config.contexts;
  writeConfig(program.env, { contexts, current: config.current === name ? undefined : config.current });
}

function find({ contexts }: Config, name: string): void {
  if (!Object.hasOwn(contexts, name))
    throw new CliError(`There is no context ${name}. List contexts with: hostctl context list`);
}

/** Stores an account and makes it the current one. Other keys of the same account stay. */
export function storeContext({ env }: Program, name: string, context: Context): void {
  const config = readConfig(env);
  const known = Object.hasOwn(config.contexts, name) ? config.contexts[name] : undefined;
  const kept = known?.url === context.url ? known : {};
  writeConfig(env, { current: name, contexts: { ...config.contexts, [name]: { ...kept, ...context } } });
}
