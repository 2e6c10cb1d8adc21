import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Stands between a driver and its server: hears what is said, and can cut the line as a crash or a cable would. */
export interface Relay {
  /** 0 at a socket. */
  readonly port: number;
  /** Of the server, by way of here. */
  readonly url: string;
  /** How many are connected. */
  countOpen(): number;
  /** Whether these bytes went to the server so far. */
  hasHeard(text: string): boolean;
  /** Ends every connection and lets nobody through until `mend`. */
  cut(): void;
  /** Cuts as soon as somebody says this to the server, who still gets to hear it or does not. */
  cutAt(text: string, options: { heard: boolean }): void;
  mend(): void;
  close(): Promise<void>;
}

export interface RelayOptions {
  /** What the server gets to hear instead of what was said. */
  alter?(said: Buffer): Buffer;
  /** True where the client was told something else than this answer. */
  answer?(given: Buffer, client: Socket): boolean;
}

/** Of a server at a port, or at a socket: `unix:/path`. */
export async function openRelay(targetUrl: string, { alter, answer }: RelayOptions = {}): Promise<Relay> {
  const path = /^unix:(.+)$/.exec(targetUrl)?.[1];
  const { hostname, port: targetPort } = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const said: Buffer[] = [];
  let open = true;
  let trap: { text: string; heard: boolean } | undefined;

  const cut = () => {
    open = false;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (!open) return client.destroy();
    const target = path ? connect(path) : connect(Number(targetPort), hostname);
    clients.add(client);
    client.on('close', () => clients.delete(client));
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (data) => {
      said.push(data);
      const caught = trap && data.includes(trap.text) ? trap : undefined;
      if (caught) trap = undefined;
      if (caught?.heard) {
        // Its answer shows that it was carried out; nobody gets to see that answer.
        target.removeAllListeners('data');
        target.once('data', cut);
      } else if (caught) {
        return cut();
      }
      target.write(alter?.(data) ?? data);
    });
    target.on('data', (data) => {
      if (!answer?.(data, client)) client.write(data);
    });
  });
  await new Promise<void>((resolve) => {
    if (path) server.listen(join(tmpdir(), `hostler-relay-${randomUUID()}`), resolve);
    else server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null) throw new Error('It does not listen.');
  const port = typeof address === 'string' ? 0 : address.port;

  return {
    port,
    url: typeof address === 'string' ? `unix:${address}` : nameUrl(targetUrl, port),
    countOpen: () => clients.size,
    hasHeard: (text) => Buffer.concat(said).includes(text),
    cut,
    cutAt: (text, { heard }) => {
      trap = { text, heard };
    },
    mend: () => {
      open = true;
    },
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}

function nameUrl(targetUrl: string, port: number): string {
  const url = new URL(targetUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
