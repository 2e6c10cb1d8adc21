import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface TcpProxy {
  readonly port: number;
  /** Closes all connections and refuses new ones, like a dead server or a cut cable. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

interface TcpProxyOptions {
  /** Changes what the dependency answers. The length must stay. */
  readonly rewrite?: (chunk: Buffer) => Buffer;
}

/** Proxies a dependency of the server, so that a test can interrupt and restore it, or change its answers. */
export async function startTcpProxy(
  host: string,
  port: number,
  { rewrite = (chunk) => chunk }: TcpProxyOptions = {},
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    const rewriting = new Transform({ transform: (chunk, _, done) => done(null, rewrite(chunk)) });
    client.pipe(upstream).pipe(rewriting).pipe(client);
  });
  const listen = (on: number) => new Promise<void>((resolve) => server.listen(on, '127.0.0.1', resolve));
  await listen(0);
  const { port: own } = server.address() as { port: number };
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port: own, cut, restore: () => listen(own), close: () => (server.listening ? cut() : Promise.resolve()) };
}
