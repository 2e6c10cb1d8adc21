import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A relay between a driver and its server that records traffic, and can cut the connection. */
export interface Relay {
  /** 0 for a socket. */
  readonly port: number;
  /** URL of the server through the relay. */
  readonly url: string;
  /** Returns the number of connected clients. */
  countOpen(): number;
  /** Returns the number of connections refused since the start. */
  countRefused(): number;
  /** Returns whether these bytes were sent to the server. */
  hasHeard(text: string): boolean;
  /** Closes every connection and accepts none until `mend`. */
  cut(): void;
  /** Cuts the connection when such a text is sent; `heard` decides whether the server receives it. */
  cutAt(text: string | RegExp, options: { heard: boolean }): void;
  mend(): void;
  close(): Promise<void>;
}

export interface RelayOptions {
  /** Replaces the bytes sent to the server. */
  alter?(said: Buffer): Buffer;
  /** Returns true if it sent something else to the client instead of this response. */
  answer?(given: Buffer, client: Socket): boolean;
}

/** Opens a relay to a server at a port, or at a socket: `unix:/path`. */
export async function openRelay(targetUrl: string, { alter, answer }: RelayOptions = {}): Promise<Relay> {
  const path = /^unix:(.+)$/.exec(targetUrl)?.[1];
  const { hostname, port: targetPort } = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const said: Buffer[] = [];
  let open = true;
  let refused = 0;
  let trap: { text: string | RegExp; heard: boolean } | undefined;

  const cut = () => {
    open = false;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (!open) {
      refused++;
      return client.destroy();
    }
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
      const caught = trap && has(data, trap.text) ? trap : undefined;
      if (caught) trap = undefined;
      if (caught?.heard) {
        // The response proves that the server has executed it; the client does not see it.
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
    countRefused: () => refused,
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

function has(data: Buffer, text: string | RegExp): boolean {
  return typeof text === 'string' ? data.includes(text) : text.test(data.toString('latin1'));
}

function nameUrl(targetUrl: string, port: number): string {
  const url = new URL(targetUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
