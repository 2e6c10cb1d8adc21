import { connect } from 'node:net';
import { awaitReady, startOnFreePort } from './await-ready.ts';
import { findCommand } from './find-command.ts';
import type { Service, StartContext } from './service.ts';

export const valkey: Service = {
  name: 'valkey',
  urlVariable: 'HOSTLER_TEST_VALKEY_URL',
  // Debian 12 has no valkey; redis-server has the same protocol and every command Hostler uses.
  debianPackages: ['redis-server'],
  stopSignal: 'SIGKILL',
  isInstalled: () => findServer() !== undefined,
  start: startValkey,
};

async function startValkey(context: StartContext): Promise<string> {
  const program = findServer();
  if (program === undefined) throw new Error('Neither valkey-server nor redis-server is installed.');
  const persistence = context.durable ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
  return startOnFreePort(async (port) => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', context.folder, '--save', '', ...persistence];
    const server = context.spawn(program, args, 'TERM');
    await awaitReady('Valkey', server, () => answersPing(port));
    return `redis://127.0.0.1:${port}`;
  });
}

export function findServer(): string | undefined {
  return findCommand('valkey-server') ?? findCommand('redis-server');
}

export function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => finish(data.toString().startsWith('+PONG')));
  });
}
