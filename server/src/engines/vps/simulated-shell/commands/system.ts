import { type Command, complain, print } from '../shell.ts';
import { openssl } from './openssl.ts';

const INSTALLED = new Set(['root', 'www-data', 'nobody', 'daemon']);

export const systemCommands: Readonly<Record<string, Command>> = {
  id({ args, io, machine }) {
    const name = args.slice(1).find((arg) => !arg.startsWith('-')) ?? 'root';
    const number = findUser(name, machine.inside.users);
    if (number === undefined) return complain(io, `id: '${name}': no such user`);
    return print(
      io,
      args[1] === '-u' ? `${number}\n` : `uid=${number}(${name}) gid=${number}(${name}) groups=${number}(${name})\n`,
    );
  },
  whoami: ({ io }) => print(io, 'root\n'),
  getent({ args, io, machine }) {
    const [, database, name = ''] = args;
    if (database === 'hosts' || database === 'ahosts') return print(io, `${machine.ipv4}  ${name}\n`);
    const number = findUser(name, machine.inside.users);
    return number === undefined ? 2 : print(io, `${name}:x:${number}:${number}::/home/${name}:/usr/sbin/nologin\n`);
  },
  useradd: ({ args, machine }) => addUser(args.at(-1), machine.inside.users),
  adduser: ({ args, machine }) => addUser(args.at(-1), machine.inside.users),
  userdel: ({ args, machine }) => removeUser(args.at(-1), machine.inside.users),
  deluser: ({ args, machine }) => removeUser(args.at(-1), machine.inside.users),
  groupadd: () => 0,
  groupdel: () => 0,
  usermod: () => 0,
  runuser: (call) => call.run(call.args.slice(call.args.includes('--') ? call.args.indexOf('--') + 1 : 3)),
  su: (call) => call.run(['sh', '-c', call.args[call.args.indexOf('-c') + 1] ?? '']),
  hostname: ({ args, io, machine }) => print(io, args[1] === '-I' ? `${machine.ipv4} \n` : `${machine.hostname}\n`),
  uname: ({ args, io }) => print(io, { '-m': 'x86_64\n', '-r': '6.12.43-amd64\n' }[args[1] ?? ''] ?? 'Linux\n'),
  nproc: ({ io }) => print(io, '2\n'),
  date: ({ args, io }) =>
    print(io, args.includes('+%s') ? `${Math.floor(Date.now() / 1000)}\n` : `${new Date().toUTCString()}\n`),
  free: ({ io, machine }) => print(io, `Mem: ${machine.memoryMb * 1024}\n`),
  async sleep({ args, machine }) {
    const [, amount = '0', unit = ''] = /^([\d.]+)([smh]?)$/.exec(args[1] ?? '0') ?? [];
    await machine.sleep(Number(amount) * ({ m: 60, h: 3600 }[unit] ?? 1));
    return 0;
  },
  openssl,
  sysctl: () => 0,
  ip: ({ args, io, machine }) =>
    print(
      io,
      args.includes('route') ? `default via 192.0.2.1 dev eth0\n` : `    inet ${machine.ipv4}/24 scope global eth0\n`,
    ),
  stty: ({ args, io, shell: { variables } }) =>
    args[1] === 'size' ? print(io, `${variables.get('LINES') ?? 24} ${variables.get('COLUMNS') ?? 80}\n`) : 0,
  /** Ends only by an interrupt or a timeout: `tick` throws then. */
  async yes({ args, io, machine }) {
    const lines = Buffer.from(`${args.slice(1).join(' ') || 'y'}\n`.repeat(200));
    for (;;) {
      io.out(lines);
      await machine.tick();
    }
  },
  clear: ({ io }) => print(io, '\u001b[H\u001b[2J'),
  kill: () => 0,
  pkill: () => 0,
  ps: ({ io }) => print(io, '    PID TTY          TIME CMD\n      1 ?        00:00:01 systemd\n'),
};

function findUser(name: string, users: readonly string[]): number | undefined {
  if (name === 'root') return 0;
  if (INSTALLED.has(name)) return 33;
  const at = users.indexOf(name);
  return at === -1 ? undefined : 990 + at;
}

function addUser(name: string | undefined, users: string[]): number {
  if (name === undefined || users.includes(name)) return 9;
  users.push(name);
  return 0;
}

function removeUser(name: string | undefined, users: string[]): number {
  const at = users.indexOf(name ?? '');
  if (at === -1) return 6;
  users.splice(at, 1);
  return 0;
}
