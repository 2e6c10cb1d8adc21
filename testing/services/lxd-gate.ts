import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runLxc } from './lxd-command.ts';

/** Default port of LXD; it is always free in its own network. */
const innerPort = 8443;

/**
 * Forwards HTTPS from this machine into the private network of LXD: a socket that listens outside is passed to a
 * process inside, which ends with everything else there. The address is written to a file for the tests.
 */
export async function openGate(folder: string, serverPid: number): Promise<void> {
  await runLxc(folder, ['config', 'set', 'core.https_address', `127.0.0.1:${innerPort}`]);
  const listener = createServer();
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  const inside = [`--net=/proc/${serverPid}/ns/net`, `--pid=/proc/${serverPid}/ns/pid_for_children`];
  const program = fileURLToPath(new URL('./lxd-gate-process.ts', import.meta.url));
  const gate = spawn('nsenter', [...inside, process.execPath, program, String(innerPort)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  const ended = once(gate, 'exit').then(() => Promise.reject(new Error('The gate to LXD did not open.')));
  gate.send('listen', listener);
  await Promise.race([once(gate, 'message'), ended]);
  ended.catch(() => {});
  gate.disconnect();
  gate.unref();
  listener.close();
  writeFileSync(join(folder, 'https-url'), `https://127.0.0.1:${address.port}`);
}
