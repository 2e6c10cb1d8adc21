import { join } from 'node:path';
import { awaitReady, startOnFreePort } from './await-ready.ts';
import { findCommand, isExecutable } from './find-command.ts';
import type { Service, StartContext } from './service.ts';

/** A browser for the whole run, controlled over its debugging port; each test opens its own window. */
export const chromium: Service = {
  name: 'chromium',
  urlVariable: 'HOSTLER_TEST_CHROMIUM_URL',
  debianPackages: ['chromium'],
  stopSignal: 'SIGKILL',
  isInstalled: () => findCommand('chromium') !== undefined,
  start: (context) => startBrowser(context, findCommand('chromium')),
};

/** The same browser without its user interface: it opens windows in a third of the time, but has no passkeys. */
export const headless: Service = {
  name: 'headless',
  urlVariable: 'HOSTLER_TEST_HEADLESS_URL',
  debianPackages: ['chromium-headless-shell'],
  stopSignal: 'SIGKILL',
  isInstalled: () => findHeadless() !== undefined,
  start: (context) => startBrowser(context, findHeadless()),
};

/** Path in Debian: the command on the path is a script, which would be killed instead. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';

function findHeadless(): string | undefined {
  return isExecutable(HEADLESS_SHELL) ? HEADLESS_SHELL : findCommand('chromium');
}

const FLAGS = [
  '--headless',
  '--disable-gpu',
  // The shared memory of the machine may be too small for a page.
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--no-first-run',
  '--no-default-browser-check',
  // Prevents network traffic that a test did not request.
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function startBrowser(context: StartContext, program: string | undefined): Promise<string> {
  if (program === undefined) throw new Error('Chromium is not installed.');
  // Its sandbox refuses root; it only opens our own pages.
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
