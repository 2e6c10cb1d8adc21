import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startOnFreePort } from './await-ready.ts';
import { type PowerDnsAccess, type PowerDnsPorts, startPowerDnsServer } from './powerdns.ts';
import type { ServerProcess } from './service.ts';
import { spawnServer } from './spawn-server.ts';

/** A PowerDNS for one test, which can be stopped and restarted; the one of the run is shared. */
export interface PowerDnsInstance extends PowerDnsAccess {
  /** Kills it; its zones stay. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Suspends it with open ports, or resumes it. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  close(): Promise<void>;
}

export async function openPowerDns(): Promise<PowerDnsInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'hostler-powerdns-'));
  const start = (ports: PowerDnsPorts) =>
    startPowerDnsServer(
      {
        folder,
        spawn: (command, args, deathSignal) => spawnServer(command, args, { folder, ids: undefined, deathSignal }),
      },
      ports,
    );
  const [ports, first] = await startOnFreePort((dnsPort) =>
    startOnFreePort(async (apiPort): Promise<[PowerDnsPorts, ServerProcess]> => {
      const given = { apiPort, dnsPort, key: 'known to one test only' };
      return [given, await start(given)];
    }),
  );
  let server = first;
  const stop = async () => {
    if (!server.hasExited()) process.kill(server.pid, 'SIGKILL');
    await server.exited;
  };
  return {
    url: `http://127.0.0.1:${ports.apiPort}`,
    key: ports.key,
    nameServer: `127.0.0.1:${ports.dnsPort}`,
    stop,
    async start() {
      server = await start(ports);
    },
    signal: (name) => void process.kill(server.pid, name),
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the sorted contents of the answer, or its status code if there are none. */
export async function dig({ nameServer }: Pick<PowerDnsAccess, 'nameServer'>, name: string, type: string) {
  const [host, port] = nameServer.split(':');
  const options = ['+norecurse', '+noall', '+answer', '+comments', '+tries=2', '+time=5'];
  const { stdout } = await promisify(execFile)('dig', [`@${host}`, '-p', `${port}`, ...options, name, type]);
  const answers = stdout.split('\n').filter((line) => line !== '' && !line.startsWith(';'));
  if (answers.length === 0) return [/status: (\w+)/.exec(stdout)?.[1] ?? stdout];
  return answers.map((line) => line.split(/\s+/).slice(4).join(' ')).sort();
}

/** Calls its API without Hostler, like the operator. */
export async function callPowerDns({ url, key }: PowerDnsAccess, method: string, path: string, body?: object) {
  const answer = await fetch(`${url}/api/v1/servers/localhost${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
