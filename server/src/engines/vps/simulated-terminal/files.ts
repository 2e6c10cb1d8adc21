import type { Scene } from './scene.ts';

const FOLDERS = [
  ...['/', '/bin', '/boot', '/dev', '/etc', '/home', '/proc', '/root', '/run', '/sbin', '/srv', '/sys', '/tmp', '/usr'],
  ...['/usr/bin', '/usr/local', '/var', '/var/lib', '/var/log', '/var/www'],
];
const NAMES: Readonly<Record<string, string>> = { debian: 'Debian GNU/Linux', ubuntu: 'Ubuntu' };
const README = `This is a simulated terminal. It shows this server and has a few commands.
Nothing here changes the server. Type help for the list of commands.
`;

/** Returns the files by path. All of them can be read. */
export function listFiles({ machine, measure }: Scene): Readonly<Record<string, string>> {
  const { hostname, image, memoryMb } = machine;
  const [family = image, version = ''] = image.split(/[/:-]/);
  const system = NAMES[family] ?? family;
  const free = memoryMb * 1024 - Math.round(measure().memoryUsedBytes / 1024);
  return {
    '/etc/hostname': `${hostname}\n`,
    '/etc/hosts': `127.0.0.1\tlocalhost\n127.0.1.1\t${hostname}\n::1\tlocalhost\n`,
    '/etc/motd': `Welcome to ${image} (simulated).\n`,
    '/etc/os-release': `PRETTY_NAME="${`${system} ${version}`.trim()}"\nID=${family}\nVERSION_ID="${version}"\n`,
    '/etc/resolv.conf': 'nameserver 192.0.2.53\n',
    '/proc/meminfo': `MemTotal: ${memoryMb * 1024} kB\nMemFree: ${free} kB\nMemAvailable: ${free} kB\n`,
    '/root/README': README,
  };
}

/** Returns the absolute path. */
export function resolvePath(folder: string, path: string): string {
  const parts: string[] = [];
  const whole = path.replace(/^~(?=\/|$)/, '/root');
  for (const part of (whole.startsWith('/') ? whole : `${folder}/${whole}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

export function isFolder(path: string): boolean {
  return FOLDERS.includes(path);
}

/** Returns the paths in a folder, those of folders too. */
export function listPaths(folder: string, files: Readonly<Record<string, string>>): string[] {
  return [...FOLDERS, ...Object.keys(files)]
    .filter((path) => path !== '/' && resolvePath('/', `${path}/..`) === folder)
    .sort();
}
