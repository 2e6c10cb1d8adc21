import { spawn } from 'node:child_process';
import { type Command, type Invocation, textOf } from '../command.ts';
import { CliError, EXIT } from '../failure.ts';
import { resolveId } from '../records.ts';

export const sshCommand: Command = {
  words: 'ssh',
  summary: 'Log in to a server with the SSH client of this machine',
  description: 'Arguments after -- are passed to ssh, such as a command. The exit code is that of ssh.',
  args: [{ name: 'server', record: 'server', isRequired: true }],
  options: {
    user: { type: 'string', short: 'u', description: 'User in the server. Default: root.' },
    ipv6: { type: 'boolean', description: 'Uses the IPv6 address.' },
  },
  takesRest: true,
  run: connect,
};

async function connect({ args: [server = ''], rest, values, program }: Invocation): Promise<void> {
  const user = textOf(values, 'user') ?? 'root';
  if (!/^[\w][\w.-]*$/.test(user)) throw new CliError('--user has letters that no user name has.');
  const { hostler, http } = program.session();
  const id = await resolveId(hostler, program.operations, 'server', server);
  const { ipv4, ipv6, hostname } = await hostler.hosting.show({ id });
  const address = values.ipv6 === true ? ipv6[0] : (ipv4[0] ?? ipv6[0]);
  // The address is from the server, and must not be an option of ssh.
  if (address === undefined || !/^[\da-f.:]+$/i.test(address)) {
    throw new CliError(`${hostname} has no address.`, EXIT.refused);
  }
  http.close();
  // Ctrl-C is for the program in the server.
  process.removeAllListeners('SIGINT').on('SIGINT', () => {});
  process.exitCode = await run(['-l', user, address, ...rest]);
}

function run(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn('ssh', args, { stdio: 'inherit' });
    child.on('error', () => reject(new CliError('The command ssh is not installed.')));
    child.on('close', (code) => resolve(code ?? EXIT.interrupted));
  });
}
