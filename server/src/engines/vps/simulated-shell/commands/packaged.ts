import { createHash, randomBytes } from 'node:crypto';
import { readInside } from '../inside.ts';
import { type Command, print } from '../shell.ts';

/** Commands of packages that produce output; all others succeed silently. */
export const packagedCommands: Readonly<Record<string, Command>> = {
  wg({ args, io, machine }) {
    const [, verb, , what] = args;
    const settings = readInside(machine.inside, '/etc/wireguard/wg0.conf')?.toString('utf8') ?? '';
    if (verb === 'genkey' || verb === 'genpsk') return print(io, `${randomBytes(32).toString('base64')}\n`);
    if (verb === 'pubkey') return print(io, `${createHash('sha256').update(io.input).digest('base64')}\n`);
    if (what === 'listen-port') return print(io, `${/ListenPort = (\d+)/.exec(settings)?.[1] ?? ''}\n`);
    return print(io, [...settings.matchAll(/PublicKey = (.*)/g)].map(([, key]) => `${key}\n`).join(''));
  },
  psql: ({ args, io }) => print(io, args.at(-1) === 'show hba_file' ? '/etc/postgresql/17/main/pg_hba.conf\n' : ''),
  pg_lsclusters: ({ io }) => print(io, '17 main 5432 online postgres\n'),
  docker: ({ args, io }) => print(io, args[1] === 'info' ? '26.1.5 runc\n' : ''),
};
