import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ServingProgram {
  readonly url: string;
  /** Stops it and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts a server and waits until it serves. Rejects with what it printed if it ends before. */
export async function serveProgram(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<ServingProgram> {
  const server = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  const ended = once(server, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    server.stderr.on('data', (chunk) => {
      text += chunk;
      const found = /"url":"([^"]+)"[^\n]*"hostler serves"/.exec(text)?.[1];
      if (found) resolve(found);
    });
    server.once('exit', () => reject(new Error(`The server ended:\n${text}`)));
  });
  return {
    url,
    async stop() {
      server.kill('SIGTERM');
      return ((await ended) as [number | null])[0];
    },
  };
}
