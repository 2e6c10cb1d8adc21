import { join } from 'node:path';
import { awaitReady, startOnFreePort } from './await-ready.ts';
import { findCommand } from './find-command.ts';
import type { Service, StartContext } from './service.ts';

/** One browser for the whole run, told what to do over its debugging port; each test opens a window of its own. */
export const chromium: Service = {
  name: 'chromium',
  urlVariable: 'HOSTLER_TEST_CHROMIUM_URL',
  debianPackages: ['chromium'],
  stopSignal: 'SIGKILL',
  isInstalled: () => findCommand('chromium') !== undefined,
  start: startChromium,
};

const FLAGS = [
  '--headless',
  '--disable-gpu',
  // The machine's shared memory may be smaller than a page needs.
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--no-first-run',
  '--no-default-browser-check',
  // Nothing that a test did not ask for goes over the network.
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function startChromium(context: StartContext): Promise<string> {
  const program = findCommand('chromium');
  if (program === undefined) throw new Error('Chromium is not installed.');
  // Its sandbox refuses to be root's; what it opens are our own pages.
  const flags = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
  return startOnFreePort(async (port) => {
    const url = `http://127.0.0.1:${port}`;
    const profile = join(context.folder, `profile-${port}`);
    const server = context.spawn(
      program,
      [...flags, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'],
      'KILL',
    );
    await awaitReady(
      'Chromium',
      server,
      async () => (await fetch(`${url}/json/version`).catch(() => undefined))?.ok === true,
    );
    return url;
  });
}
