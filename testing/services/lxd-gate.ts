import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runLxc } from './lxd-command.ts';

/** LXD's own port; in a network of its own it is always free. */
const innerPort = 8443;

/**
 * Lets HTTPS from this machine into LXD's private network: a socket that listens out here is handed to a process that
 * lives in there, and ends with everything else in there. The address is written to a file for the tests.
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
