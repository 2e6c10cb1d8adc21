import { isIPv6 } from 'node:net';
import { isFolder, listFiles, listPaths, resolvePath } from './files.ts';
import { readLoad, type Scene } from './scene.ts';

const KERNEL = '6.12.43-amd64';
const MIB = 2 ** 20;
/** Characters that a shell would act on. */
const OF_SHELLS = /[|&;<>()$`\\"'*?[\]{}]/;
/** Arguments of a command; more are ignored. */
const MOST_ARGUMENTS = 8;
const LONGEST_NAME = 40;
const SERVICES = ['cron', 'dbus', 'ssh', 'systemd-journald', 'systemd-networkd'];
const PROCESSES = `    PID TTY          TIME CMD
      1 ?        00:00:01 systemd
    388 ?        00:00:00 cron
    401 ?        00:00:00 sshd
   1042 pts/0    00:00:00 terminal
`;

/** Returns the output. A command ends at once, so nothing has to be interrupted. */
type Command = (args: readonly string[], scene: Scene) => string;

/** By usage, as `help` shows it. */
const COMMANDS: Readonly<Record<string, [about: string, command: Command]>> = {
  'cat FILE': ['shows a file', (args, scene) => args.map((path) => readFile(path, scene)).join('')],
  'cd FOLDER': ['changes the folder', changeFolder],
  clear: ['clears the screen', () => '\u001b[H\u001b[2J'],
  date: ['shows the time', (_args, { measure }) => `${new Date(measure().at).toUTCString()}\n`],
  'df -h': ['shows the size and the usage of the disk', showDisk],
  'echo WORD': ['repeats a word', (args) => `${args.join(' ')}\n`],
  exit: ['ends the session', () => ''],
  'free -m': ['shows the size and the usage of the memory in MiB', showMemory],
  help: ['shows this list', showHelp],
  hostname: ['shows the name of the server, with -I its addresses', showName],
  id: ['shows the user', () => 'uid=0(root) gid=0(root) groups=0(root)\n'],
  'ip a': ['shows the addresses of the server, with r its route', showAddresses],
  'ls FOLDER': ['lists a folder, with -l in detail', listFolders],
  nproc: ['shows the number of vCPUs', (_args, { machine }) => `${machine.vcpus}\n`],
  ps: ['shows the processes', () => PROCESSES],
  pwd: ['shows the folder', (_args, { folder }) => `${folder}\n`],
  'stty size': ['shows the size of the terminal', (_args, { size }) => `${size.rows} ${size.columns}\n`],
  'systemctl status': ['shows the system, or a service', showServices],
  top: ['shows usage and processes once', showTop],
  uname: ['shows the kernel, with -a or -r in detail', showKernel],
  uptime: ['shows the time since the boot', (_args, scene) => ` ${describeUptime(scene)}\n`],
  whoami: ['shows the name of the user', () => 'root\n'],
};
const BY_NAME = new Map(Object.entries(COMMANDS).map(([usage, [, run]]) => [usage.split(' ')[0], run]));

/** Returns the output of a line, and the exit code if it ends the session. */
export function runLine(line: string, scene: Scene): { output: string; exitCode?: number } {
  const [name = '', ...args] = line.trim().split(/\s+/);
  if (name === '') return { output: '' };
  const refuse = (what: string) => `This is a simulated terminal, not a shell: ${what} Type help for its commands.\n`;
  if (OF_SHELLS.test(line)) return { output: refuse('it has no pipes, patterns, quotes, variables or loops.') };
  if (name === 'exit' || name === 'logout') return { output: '', exitCode: Number(args[0] ?? 0) & 255 };
  const command = BY_NAME.get(name);
  if (command) return { output: command(args.slice(0, MOST_ARGUMENTS), scene) };
  return { output: refuse(`it has no command ${[...name].slice(0, LONGEST_NAME).join('')}.`) };
}

function showHelp(): string {
  const lines = Object.entries(COMMANDS).map(([usage, [about]]) => `  ${usage.padEnd(18)}${about}\n`);
  return `This is a simulated terminal. Nothing that you type changes a server. Commands:\n${lines.join('')}`;
}

function readFile(path: string, scene: Scene): string {
  const absolute = resolvePath(scene.folder, path);
  if (isFolder(absolute)) return `cat: ${path}: Is a directory\n`;
  return listFiles(scene)[absolute] ?? `cat: ${path}: No such file or directory\n`;
}

function changeFolder([path = '~']: readonly string[], scene: Scene): string {
  const folder = resolvePath(scene.folder, path);
  if (!isFolder(folder)) return `cd: ${path}: No such directory\n`;
  scene.folder = folder;
  return '';
}

function listFolders(args: readonly string[], scene: Scene): string {
  const files = listFiles(scene);
  const date = new Date(scene.measure().bootedAt).toISOString().slice(0, 10);
  const describe = (path: string) => {
    const size = String(files[path]?.length ?? 4096).padStart(5);
    return `${files[path] === undefined ? 'drwxr-xr-x' : '-rw-r--r--'} 1 root root ${size} ${date} ${nameOf(path)}\n`;
  };
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const isLong = args.some((arg) => /^-\w*l/.test(arg));
  const named = args.filter((arg) => !arg.startsWith('-'));
  const list = (path: string): string => {
    const absolute = resolvePath(scene.folder, path);
    if (!isFolder(absolute) && files[absolute] === undefined) {
      return `ls: cannot access ${path}: No such file or directory\n`;
    }
    const paths = isFolder(absolute) ? listPaths(absolute, files) : [absolute];
    if (isLong) return paths.map(describe).join('');
    return paths.length === 0 ? '' : `${paths.map(nameOf).join('  ')}\n`;
  };
  return (named.length === 0 ? ['.'] : named).map(list).join('');
}

function showName([flag]: readonly string[], { machine }: Scene): string {
  return flag === '-I' ? `${[...machine.ipv4, ...machine.ipv6].join(' ')}\n` : `${machine.hostname}\n`;
}

function showKernel([flag]: readonly string[], { machine: { hostname } }: Scene): string {
  if (flag === '-a') return `Linux ${hostname} ${KERNEL} #1 SMP x86_64 GNU/Linux\n`;
  return flag === '-r' ? `${KERNEL}\n` : 'Linux\n';
}

function showDisk(_args: readonly string[], { machine, measure }: Scene): string {
  const used = measure().diskUsedBytes / (1024 * MIB);
  const show = (gib: number) => `${gib.toFixed(1)}G`.padStart(9);
  const sizes = [machine.diskGb, used, machine.diskGb - used].map(show).join('');
  const share = `${Math.ceil((100 * used) / machine.diskGb)}%`.padStart(5);
  return `Filesystem     Size     Used    Avail Use% Mounted on\n/dev/sda1 ${sizes}${share} /\n`;
}

function showMemory(_args: readonly string[], { machine, measure }: Scene): string {
  const used = Math.round(measure().memoryUsedBytes / MIB);
  const row = (name: string, values: readonly (string | number)[]) =>
    `${name.padEnd(8)}${values.map((value) => String(value).padStart(11)).join('')}\n`;
  const left = machine.memoryMb - used;
  return [
    row('', ['total', 'used', 'free', 'available']),
    row('Mem:', [machine.memoryMb, used, left, left]),
    row('Swap:', [0, 0, 0, 0]),
  ].join('');
}

function showAddresses([object]: readonly string[], { machine }: Scene): string {
  if (object?.startsWith('r')) return 'default via 192.0.2.1 dev eth0\n';
  const own = [...machine.ipv4, ...machine.ipv6].map((address) => {
    return isIPv6(address) ? `    inet6 ${address}/64 scope global` : `    inet ${address}/24 scope global eth0`;
  });
  return [
    '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 state UNKNOWN',
    '    inet 127.0.0.1/8 scope host lo',
    '    inet6 ::1/128 scope host',
    '2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 state UP',
    ...own,
    '',
  ].join('\n');
}

function showServices(args: readonly string[], { machine, measure }: Scene): string {
  const [verb = 'status', ...units] = args.filter((arg) => !arg.startsWith('-'));
  if (verb !== 'status') return 'This is a simulated terminal: systemctl shows the status only.\n';
  const since = new Date(measure().bootedAt).toUTCString();
  const services = SERVICES.map((name) => `    ${name}.service\n`).join('');
  if (units.length === 0) return `● ${machine.hostname}\n    State: running\n    Since: ${since}\n${services}`;
  const describe = (unit: string) => {
    const name = unit.replace(/\.service$/, '');
    if (!SERVICES.includes(name)) return `Unit ${name}.service could not be found.\n`;
    return `● ${name}.service\n    Loaded: loaded (enabled)\n    Active: active (running) since ${since}\n`;
  };
  return units.map(describe).join('');
}

function showTop(_args: readonly string[], scene: Scene): string {
  const usage = scene.measure();
  const { vcpus, memoryMb } = scene.machine;
  const busy = Math.min(100, (100 * Number(readLoad(usage))) / vcpus).toFixed(1);
  const used = Math.round(usage.memoryUsedBytes / MIB);
  const memory = `MiB Mem: ${memoryMb} total, ${memoryMb - used} free, ${used} used`;
  return `top - ${describeUptime(scene)}\n%Cpu(s): ${busy} us\n${memory}\n\n${PROCESSES}`;
}

function describeUptime({ measure }: Scene): string {
  const usage = measure();
  const minutes = Math.floor((usage.at - usage.bootedAt) / 60_000);
  const time = new Date(usage.at).toISOString().slice(11, 19);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const load = readLoad(usage);
  return `${time} up ${days} days, ${hours}:${String(minutes % 60).padStart(2, '0')}, 1 user, load average: ${load}, ${load}, ${load}`;
}
