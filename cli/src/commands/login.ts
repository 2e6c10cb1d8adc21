import { spawn } from 'node:child_process';
import { type Command, type Invocation, type Program, textOf } from '../command.ts';
import { readConfig, writeConfig } from '../config.ts';
import { CliError, EXIT } from '../failure.ts';
import { readTextFile } from '../options.ts';
import { checkToken, checkUrl, type Target } from '../session.ts';
import { storeContext } from './context.ts';
import { requestKey } from './device-login.ts';

export const loginCommand: Command = {
  words: 'login',
  summary: 'Sign in to a server with the browser',
  description:
    'Opens a page of the panel, in which you allow access and choose the permissions. The page may be open on another device. The new key is stored in a file that only you can read. With --sandbox, the key is for the sandbox.',
  args: [{ name: 'address', isRequired: false }],
  options: {
    url: { type: 'string', description: 'Address of the server, instead of the argument.' },
    browser: { type: 'boolean', description: 'Opens the page (default). --no-browser only prints its address.' },
    key: { type: 'boolean', description: 'Asks for a key that you created in the panel.' },
    'token-stdin': { type: 'boolean', description: 'Reads a key from standard input.' },
  },
  run: login,
};

async function login({ args: [address], values, program }: Invocation): Promise<void> {
  const config = readConfig(program.env);
  const chosen = textOf(values, 'context');
  const known = config.contexts[chosen ?? config.current ?? ''];
  const given = textOf(values, 'url') ?? address ?? program.env.HOSTCTL_URL ?? known?.url;
  if (!given) throw new CliError('Name the server: hostctl login https://cloud.example.com');
  const url = checkUrl(given);
  warnOfPlainHttp(url, program);
  const file = textOf(values, 'ca') ?? program.env.HOSTCTL_CA;
  const ca = file === undefined ? (known?.url === url ? known.ca : undefined) : readTextFile(file);
  const token = checkToken((await readToken({ url, ca }, values, program)).trim());
  const me = await program.connect({ url, token, ca }).hostler.auth.me();
  const name = chosen ?? (known?.url === url && config.current ? config.current : new URL(url).host);
  storeContext(program, name, { url, ca, ...(me.environment === 'test' ? { test_token: token } : { token }) });
  program.print(`Signed in to ${url} as ${me.account.name} (${me.environment}). Context: ${name}\n`);
}

async function readToken(target: Target, values: Invocation['values'], program: Program): Promise<string> {
  const { url } = target;
  const isSilent = values.browser === false;
  if (values['token-stdin'] === true) return readTextFile('-');
  const hasTerminal = process.stdin.isTTY === true;
  if (!hasTerminal && (values.key === true || !isSilent)) {
    throw new CliError(
      `There is no terminal. With a key: hostctl login ${url} --token-stdin < FILE. To sign in on another device: hostctl login ${url} --no-browser`,
    );
  }
  const open = isSilent ? () => {} : openBrowser;
  if (values.key !== true) {
    // Fails now, and not after the key was created, if the file cannot be written.
    writeConfig(program.env, readConfig(program.env));
    const environment = values.sandbox === true ? 'test' : 'live';
    const key = await requestKey({ session: program.connect(target), program, environment, open });
    if (key !== undefined) return key;
    if (!hasTerminal) throw new CliError(`${url} is older than this hostctl. Use --token-stdin.`);
  }
  const page = `${url}/developers/keys?new=true`;
  program.note(`Create an API key: ${page}`);
  open(page);
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
