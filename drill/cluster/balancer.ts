import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startHaproxy } from '../../testing/services/haproxy.ts';
import type { ServerProcess } from '../../testing/services/service.ts';

export interface Behind {
  /** Port to which customers connect. */
  readonly port: number;
  /** The ports of the servers. */
  readonly servers: readonly number[];
  /** Port at which the servers reach their database, and the ports on which it may run. */
  readonly databasePort: number;
  readonly databases: readonly number[];
}

/** As in docs/operations/scaling.md: failed connections are retried on another server, and nothing else is. */
const configure = ({ port, servers, databasePort, databases }: Behind, socket: string) => `
global
  stats socket ${socket} mode 600 level admin

defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 1s
  retries 3
  option redispatch 1
  retry-on conn-failure

frontend customers
  bind 127.0.0.1:${port}
  default_backend servers

backend servers
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 1s fastinter 300ms fall 2 rise 1
${servers.map((server, index) => `  server serve-${index + 1} 127.0.0.1:${server}`).join('\n')}

listen database
  mode tcp
  timeout client 1h
  timeout server 1h
  bind 127.0.0.1:${databasePort}
${databases.map((database, index) => `  server postgres-${index + 1} 127.0.0.1:${database}${index > 0 ? ' disabled' : ''}`).join('\n')}
`;

export class Balancer {
  readonly url: string;
  readonly #behind: Behind;
  readonly #socket: string;
  #process: ServerProcess | undefined;

  constructor(folder: string, behind: Behind) {
    this.url = `http://127.0.0.1:${behind.port}`;
    this.#behind = behind;
    this.#socket = join(folder, 'haproxy.sock');
  }

  async start(folder: string): Promise<void> {
    this.#process = await startHaproxy(folder, configure(this.#behind, this.#socket), async () => {
      return (await this.#say('show info').catch(() => '')).includes('HAProxy');
    });
  }

  /** Lets running requests finish and sends no new ones. */
  async drain(server: string): Promise<void> {
    await this.#say(`set server servers/${server} state drain`);
  }

  async useAgain(server: string): Promise<void> {
    await this.#say(`set server servers/${server} state ready`);
  }

  async isUp(server: string): Promise<boolean> {
    const line = (await this.#say('show stat')).split('\n').find((row) => row.startsWith(`servers,${server},`));
    return line?.split(',')[17] === 'UP';
  }

  /** Points the database address to the other server. */
  async leadTo(port: number): Promise<void> {
    for (const [index, database] of this.#behind.databases.entries()) {
      const server = `database/postgres-${index + 1}`;
      await this.#say(`set server ${server} state ${database === port ? 'ready' : 'maint'}`);
      // Clients must not stay connected to the old one.
      if (database !== port) await this.#say(`shutdown sessions server ${server}`);
    }
  }

  async stop(): Promise<void> {
    if (!this.#process || this.#process.hasExited()) return;
    process.kill(this.#process.pid, 'SIGKILL');
    await this.#process.exited;
  }

  async #say(command: string): Promise<string> {
    const socket = connect(this.#socket);
    socket.end(`${command}\n`);
    return text(socket);
  }
}
