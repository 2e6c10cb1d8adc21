import { spawn } from 'node:child_process';
import { type Command, type Invocation, type Program, textOf } from '../command.ts';
import { readConfig } from '../config.ts';
import { CliError, EXIT } from '../failure.ts';
import { readTextFile } from '../options.ts';
import { checkToken, checkUrl } from '../session.ts';
import { storeContext } from './context.ts';

export const loginCommand: Command = {
  words: 'login',
  summary: 'Store a key for a server',
  description:
    'Opens the page of the panel that creates API keys, and asks for the new key. The key is not shown, and is stored in a file that only you can read. A test key is used by --sandbox.',
  args: [{ name: 'address', isRequired: false }],
  options: {
    'token-stdin': { type: 'boolean', description: 'Reads the key from standard input.' },
    'no-browser': { type: 'boolean', description: 'Prints the address of the page only.' },
  },
  run: login,
};

async function login({ args: [address], values, program }: Invocation): Promise<void> {
  const config = readConfig(program.env);
  const chosen = textOf(values, 'context');
  const known = config.contexts[chosen ?? config.current ?? ''];
  const given = address ?? program.env.HOSTCTL_URL ?? known?.url;
  if (!given) throw new CliError('Name the server: hostctl login https://cloud.example.com');
  const url = checkUrl(given);
  warnOfPlainHttp(url, program);
  const file = textOf(values, 'ca') ?? program.env.HOSTCTL_CA;
  const ca = file === undefined ? (known?.url === url ? known.ca : undefined) : readTextFile(file);
  const token = checkToken((await readToken(url, values, program)).trim());
  const me = await program.connect({ url, token, ca }).hostler.auth.me();
  const name = chosen ?? (known?.url === url && config.current ? config.current : new URL(url).host);
  storeContext(program, name, { url, ca, ...(me.environment === 'test' ? { test_token: token } : { token }) });
  program.print(`Signed in to ${url} as ${me.account.name} (${me.environment}). Context: ${name}\n`);
}

async function readToken(url: string, values: Invocation['values'], program: Program): Promise<string> {
  if (values['token-stdin'] === true) return readTextFile('-');
  if (!process.stdin.isTTY) {
    throw new CliError(`There is no terminal to ask for the key. Use: hostctl login ${url} --token-stdin < FILE`);
  }
  const page = `${url}/developers/keys?new=true`;
  program.note(`Create an API key: ${page}`);
  if (values['no-browser'] !== true) openBrowser(page);
  return askHidden('API key: ');
}

/** Failures are ignored, because the address is printed too. */
function openBrowser(page: string): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const commands: Partial<Record<NodeJS.Platform, readonly string[]>> = {
    darwin: ['open', page],
    win32: ['rundll32', 'url.dll,FileProtocolHandler', page],
    linux: DISPLAY || WAYLAND_DISPLAY ? ['xdg-open', page] : [],
  };
  const [command, ...args] = commands[process.platform] ?? [];
  if (command === undefined) return;
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** Reads a line from the terminal without showing it. */
function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  // Before the question, because somebody may paste the key as soon as they see it.
  stdin.setRawMode(true);
  stderr.write(question);
  stdin.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let answer = '';
    const end = (finish: () => void) => {
      stdin.off('data', read);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
      finish();
    };
    const read = (text: string) => {
      for (const letter of text) {
        if (letter === '\r' || letter === '\n') return end(() => resolve(answer));
        if (letter === '\u0003' || letter === '\u0004') {
          return end(() => reject(new CliError('Cancelled.', EXIT.interrupted)));
        }
        answer = letter === '\u007f' ? answer.slice(0, -1) : answer + letter;
      }
    };
    stdin.on('data', read);
  });
}

function warnOfPlainHttp(url: string, program: Program): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || /^(localhost|127\..*|\[::1\])$/.test(hostname)) return;
  program.note(`Warning: ${url} is not encrypted. Others in the network can read the key.`);
}
