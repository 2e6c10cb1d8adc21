import { createHash } from 'node:crypto';
import { readInside, writeInside } from '../inside.ts';
import { packages } from '../packages.ts';
import { type Call, type Command, complain, print, resolvePath } from '../shell.ts';

/** Simulated network: local services answer, and anything fetched from outside is a small file. */
export const webCommands: Readonly<Record<string, Command>> = {
  curl: (call) => fetchInto(call, ['-o', '--output']),
  wget: (call) => fetchInto(call, ['-O', '--output-document']),
};

const LOCAL = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?(\/\S*|$)/;

/** Responses at the health check paths of applications. */
const PAGES: Readonly<Record<string, string>> = {
  '/wp-login.php': '<form><input type="password" name="pwd"></form>\n',
  '/status.php': '{"installed":true,"maintenance":false}\n',
  '/api/healthz': '{"status": "pass"}\n',
};

async function fetchInto(call: Call, outputFlags: readonly string[]): Promise<number> {
  const { args, io, shell, machine } = call;
  const url = args.slice(1).find((arg) => /^https?:\/\/|^localhost|^127\./.test(arg));
  if (url === undefined) return complain(io, `${args[0]}: no URL specified`, 2);
  const local = LOCAL.exec(url);
  await machine.work(local ? 0.01 : 0.3);
  const port = Number(local?.[1] ?? (url.startsWith('https') ? 443 : 80));
  if (local && !isListening(call, port)) {
    return complain(io, `curl: (7) Failed to connect to localhost port ${port}: Could not connect to server`, 7);
  }
  const body = local ? findPage(call, local[2] ?? '/') : fetchOutside(url);
  const at = args.findIndex((arg) => outputFlags.includes(arg));
  const target = at > 0 ? args[at + 1] : undefined;
  const format = args[args.findIndex((arg) => arg === '-w' || arg === '--write-out') + 1];
  if (target === undefined || target === '-') io.out(body);
  else if (target !== '/dev/null' && !writeInside(machine.inside, resolvePath(shell, target), body)) return 23;
  if (format?.includes('%{http_code}')) print(io, format.replace('%{http_code}', '200').replaceAll('\\n', '\n'));
  return 0;
}

/** A checksum is that of the file next to it. */
function fetchOutside(url: string): Buffer {
  const [, file] = /^(.*)\.sha256$/.exec(url) ?? [];
  if (file === undefined) return Buffer.from(`Fetched from ${url}\n`);
  const sum = createHash('sha256').update(fetchOutside(file)).digest('hex');
  return Buffer.from(`${sum}  ${file.split('/').at(-1)}\n`);
}

/** Provided by a package, or by any service that a script wrote and started. */
function isListening({ machine }: Call, port: number): boolean {
  const { services, packages: installed } = machine.inside;
  const ofPackages = installed.flatMap((name) => packages.get(name)?.service ?? []);
  return Object.entries(services).some(([name, { isActive }]) => {
    const packaged = ofPackages.find((one) => one.name === name);
    return isActive && (packaged ? packaged.ports.includes(port) : true);
  });
}

function findPage({ machine }: Call, path: string): Buffer {
  const known = PAGES[path];
  if (known !== undefined) return Buffer.from(known);
  const indexes = Object.keys(machine.inside.files).filter((one) => one.endsWith('/index.html'));
  for (const index of ['/var/www/html/index.html', ...indexes]) {
    const content = readInside(machine.inside, index);
    if (content) return content;
  }
  return Buffer.from('<!DOCTYPE html>\n<title>Welcome</title>\n');
}
