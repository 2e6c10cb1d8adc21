import { Client } from './client.ts';
import type { Seed } from './seed.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';

/** A running server with two customers and a client; the basis of each test file. */
export interface World extends Seed {
  readonly server: Server;
  readonly client: Client;
  close(): Promise<void>;
}

export async function openWorld(options: ServerOptions = {}): Promise<World> {
  const server = await startServer(options);
  return { ...server.seed, server, client: await Client.connect(server), close: server.close };
}
