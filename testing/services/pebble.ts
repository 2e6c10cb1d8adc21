import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { get } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { awaitReady, findFreePort, startOnFreePort } from './await-ready.ts';
import { findCommand } from './find-command.ts';
import type { Service } from './service.ts';

const localhost = '127.0.0.1';
const READY_LIMIT_MS = 30_000;

/**
 * The test server of Let's Encrypt: a complete certificate authority, which really checks every proof. It looks up names
 * at its companion, where each name leads to this machine, and fetches proofs from one port of it.
 */
export const pebble: Service = {
  name: 'pebble',
  urlVariable: 'HOSTLER_TEST_PEBBLE_URL',
  debianPackages: ['pebble', 'openssl'],
  stopSignal: 'SIGKILL',
  isInstalled: () => ['pebble', 'pebble-challtestsrv', 'openssl'].every((program) => findCommand(program)),
  start: ({ folder, spawn }) =>
    startOnFreePort(async (apiPort) => {
      const [dnsPort, controlPort, managementPort, webPort] = await Promise.all(
        Array.from({ length: 4 }, findFreePort),
      );
      const [certificate, key] = makeCertificate(folder);
      const settings = {
        listenAddress: `${localhost}:${apiPort}`,
        managementListenAddress: `${localhost}:${managementPort}`,
        certificate,
        privateKey: key,
        httpPort: webPort,
        tlsPort: await findFreePort(),
      };
      const file = join(folder, 'pebble.json');
      writeFileSync(file, JSON.stringify({ pebble: settings }));
      const proofs = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-dns01', `${localhost}:${dnsPort}`];
      const control = ['-management', `${localhost}:${controlPort}`, '-defaultIPv4', localhost, '-defaultIPv6', ''];
      spawn(pathOf('pebble-challtestsrv'), [...proofs, ...control], 'KILL');
      // It refuses some nonces by itself, like a busy authority. Only its pauses are turned off.
      const given = ['PEBBLE_VA_NOSLEEP=1', 'PEBBLE_AUTHZREUSE=0', 'PEBBLE_WFE_NONCEREJECT=15'];
      const command = [...given, pathOf('pebble'), '-config', file, '-dnsserver', `${localhost}:${dnsPort}`];
      const server = spawn(pathOf('env'), command, 'KILL');
      const url = `https://${localhost}:${apiPort}/dir?http=${webPort}&management=${managementPort}&ca=${certificate}`;
      await awaitReady('Pebble', server, () => answers(`https://${localhost}:${apiPort}/dir`), READY_LIMIT_MS);
      return url;
    }),
};

export interface PebbleAccess {
  /** Directory of the authority. */
  readonly url: string;
  /** File with the certificate of its API. */
  readonly ca: string;
  /** Port from which it fetches proofs. */
  readonly webPort: number;
}

export function parsePebbleUrl(text: string): PebbleAccess {
  const { origin, pathname, searchParams } = new URL(text);
  return {
    url: `${origin}${pathname}`,
    ca: searchParams.get('ca') ?? '',
    webPort: Number(searchParams.get('http')),
  };
}

/** Serves proofs on the port from which they are fetched. Test files share it, so this waits until it is free. */
export async function serveProofs(server: Server, port: number): Promise<void> {
  for (;;) {
    server.listen(port, localhost);
    try {
      await once(server, 'listening');
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await sleep(100);
    }
  }
}

function pathOf(program: string): string {
  const path = findCommand(program);
  if (path === undefined) throw new Error(`${program} is not installed.`);
  return path;
}

function makeCertificate(folder: string): [certificate: string, key: string] {
  const [certificate, key] = [join(folder, 'api.pem'), join(folder, 'api.key')];
  const names = ['-subj', '/CN=Pebble', '-addext', `subjectAltName=IP:${localhost}`];
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', ...names];
  const made = spawnSync(pathOf('openssl'), ['req', ...options, '-keyout', key, '-out', certificate]);
  if (made.status !== 0) throw new Error(`No certificate for Pebble: ${made.stderr}`);
  return [certificate, key];
}

/** Its certificate is checked by the tests. */
function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get(url, { rejectUnauthorized: false, timeout: 1000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(false));
  });
}
