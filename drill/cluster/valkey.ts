import { awaitReady } from '../../testing/services/await-ready.ts';
import type { ServerProcess } from '../../testing/services/service.ts';
import { spawnServer } from '../../testing/services/spawn-server.ts';
import { answersPing, findServer } from '../../testing/services/valkey.ts';

/** A Valkey that stops and starts again on the same port, without its data. */
export class Valkey {
  readonly port: number;
  readonly #folder: string;
  #process: ServerProcess | undefined;

  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  async start(): Promise<void> {
    const program = findServer();
    if (program === undefined) throw new Error('Neither valkey-server nor redis-server is installed.');
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const server = spawnServer(program, args, { folder: this.#folder, ids: undefined, deathSignal: 'TERM' });
    this.#process = server;
    await awaitReady('Valkey', server, () => answersPing(this.port));
  }

  async stop(): Promise<void> {
    if (!this.#process || this.#process.hasExited()) return;
    process.kill(this.#process.pid, 'SIGKILL');
    await this.#process.exited;
  }
}
