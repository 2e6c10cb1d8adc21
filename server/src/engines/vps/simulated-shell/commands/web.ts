import { readInside, writeInside } from '../inside.ts';
import { packages } from '../packages.ts';
import { type Call, type Command, complain, print, resolvePath } from '../shell.ts';

/** The network, as far as it reaches: what listens inside answers, and whatever is fetched from outside is a small file. */
export const webCommands: Readonly<Record<string, Command>> = {
  curl: (call) => fetchInto(call, ['-o', '--output']),
  wget: (call) => fetchInto(call, ['-O', '--output-document']),
};

const LOCAL = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?(?:\/|$)/;

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
  const body = local ? findPage(call) : Buffer.from(`Fetched from ${url}\n`);
  const at = args.findIndex((arg) => outputFlags.includes(arg) || /^-\w*[oO]$/.test(arg));
  const target = at > 0 ? args[at + 1] : undefined;
  const format = args[args.findIndex((arg) => arg === '-w' || arg === '--write-out') + 1];
  if (target === undefined || target === '-') io.out(body);
  else if (target !== '/dev/null' && !writeInside(machine.inside, resolvePath(shell, target), body)) return 23;
  if (format?.includes('%{http_code}')) print(io, format.replace('%{http_code}', '200').replaceAll('\\n', '\n'));
  return 0;
}

/** By what a package brought, or by any service that a script wrote and started itself. */
function isListening({ machine }: Call, port: number): boolean {
  const { services, packages: installed } = machine.inside;
  const ofPackages = installed.flatMap((name) => packages.get(name)?.service ?? []);
  return Object.entries(services).some(([name, { isActive }]) => {
    const packaged = ofPackages.find((one) => one.name === name);
    return isActive && (packaged ? packaged.ports.includes(port) || port > 1024 : true);
  });
}

function findPage({ machine }: Call): Buffer {
  const pages = [
    '/var/www/html/index.html',
    ...Object.keys(machine.inside.files).filter((path) => path.endsWith('/index.html')),
  ];
  for (const path of pages) {
    const content = readInside(machine.inside, path);
    if (content) return content;
  }
  return Buffer.from('<!DOCTYPE html>\n<title>Welcome</title>\n');
}
