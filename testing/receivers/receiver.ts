import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A receiver on loopback that counts connections. */
export interface TestReceiver {
  readonly port: number;
  /** Connections made, even without data. */
  connections(): number;
  /** Bytes sent over all connections. */
  bytesSent(): number;
  open(): number;
  close(): Promise<void>;
}

/** Starts a receiver with an HTTP handler. */
export function startHttpReceiver(listener: RequestListener, host = '127.0.0.1'): Promise<TestReceiver> {
  return listen(createHttpServer(listener), host);
}

/** Starts a receiver that sends raw data after the first bytes of a request. */
export function startRawReceiver(answer: (socket: Socket) => void, host = '127.0.0.1'): Promise<TestReceiver> {
  return listen(
    createServer((socket) => {
      socket.once('data', () => answer(socket));
    }),
    host,
  );
}

export async function listen(server: Server, host: string): Promise<TestReceiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let bytesOfClosed = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    // A broken connection must not end the test.
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      bytesOfClosed += socket.bytesWritten;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    bytesSent: () => bytesOfClosed + [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    open: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
