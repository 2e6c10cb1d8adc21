import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type HostlerProcess, runCommand, type Settings, startHostler } from '../../acceptance/hostler-process.ts';
import { prepareDemo } from './demo.ts';
import { listOpenRequests } from './open-requests.ts';

export interface Login {
  readonly email: string;
  readonly password: string;
}

/** A started server with the panel in demo mode. */
export interface StartedPanel {
  readonly url: string;
  /** Logins as printed by the first start. */
  readonly customer: Login;
  readonly member: Login;
  readonly other: Login;
  readonly operator: Login;
  readonly liveKey: string;
  readonly testKey: string;
  readonly dataDir: string;
  readonly process: () => HostlerProcess;
  command<T>(...args: (string | number)[]): Promise<T>;
  /** Restarts the server on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const AT_WORK: Settings = {
  HOSTLER_PORT: '0',
  HOSTLER_DEMO: '1',
  HOSTLER_LOG_LEVEL: 'info',
  HOSTLER_SIMULATED_DELAY_MS: '100',
  // Less to start for each file.
  HOSTLER_WORKER: 'inline',
};

export async function startPanel(more: Settings = {}): Promise<StartedPanel> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hostler-panel-'));
  const printed = await prepareDemo(dataDir, AT_WORK);
  const settings: Record<string, string> = { ...AT_WORK, HOSTLER_DATA_DIR: dataDir, ...more };
  let running = startHostler(['serve'], settings);
  const { url } = await running.logged(({ msg }) => msg === 'hostler serves');
  settings.HOSTLER_PORT = new URL(String(url)).port;
  const loginsOf = (kind: string) =>
    [...printed.matchAll(new RegExp(`^ {2}${kind} {2}(\\S+) {2}password (\\S+)(?: {2}role \\S+)?$`, 'gm'))].map(
      ([, email = '', password = '']) => ({ email, password }),
    );
  const [customer, member, other] = loginsOf('customer');
  const [operator] = loginsOf('operator');
  if (!customer || !member || !other || !operator) throw new Error(`The demo printed no logins: ${printed}`);
  return {
    url: String(url),
    customer,
    member,
    other,
    operator,
    liveKey: printed.match(/svc_live_\w+/)?.[0] ?? '',
    testKey: printed.match(/svc_test_\w+/)?.[0] ?? '',
    dataDir,
    process: () => running,
    command: (...args) => runCommand(args, settings),
    async restart() {
      running.kill('SIGTERM');
      await running.exited;
      running = startHostler(['serve'], settings);
      await running.logged(({ msg }) => msg === 'hostler serves');
    },
    async stop() {
      running.kill('SIGTERM');
      await running.exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs in through the form. */
export async function signIn(page: Page, url: string, { email, password }: Login, path = '/'): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // In a narrow window the menu exists, but is closed.
  const menu = page.getByRole('link', { name: 'Overview', exact: true, includeHidden: true });
  await menu.first().waitFor({ state: 'attached' });
  if (path !== '/') await page.goto(`${url}${path}`);
}

/** Opens a page with an existing session, without the form. */
export async function openSignedIn(page: Page, url: string, { email, password }: Login, path = '/'): Promise<void> {
  const response = await fetch(`${url}/panel/api/v1/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Hostler-Panel': '1', Origin: url },
    body: JSON.stringify({ email, password }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  const [, name, value] = cookie.match(/^([^=]+)=([^;]+)/) ?? [];
  if (response.status !== 201 || !name || !value) throw new Error(`${email} could not sign in: ${response.status}`);
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
  await page.goto(`${url}${path}`);
}

/** Presses two keys as quickly as possible: the panel waits only a second for the second one. */
export async function pressBoth(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

/** A page counts as settled after this time without requests, because a response may cause another request. */
const QUIET_MS = 100;
/** Only to end a page that never settles. */
const SETTLES_WITHIN_MS = 150_000;

/** Waits until the page shows its content: no open requests, and no skeletons. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main, form').first().waitFor();
  const skeletons = page.locator('.mantine-Skeleton-root[data-visible]');
  const end = Date.now() + SETTLES_WITHIN_MS;
  let quietSince = Date.now();
  while (Date.now() - quietSince < QUIET_MS) {
    const waitsFor = listOpenRequests(page);
    const busy = waitsFor.length > 0 || (await skeletons.count()) > 0;
    if (busy) quietSince = Date.now();
    if (Date.now() > end) throw new Error(`The page did not settle; open requests: ${waitsFor.join(', ') || 'none'}`);
    await sleep(20);
  }
  await endAnimations(page);
}

/** Waits until all animations have ended. */
export async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(ANIMATIONS_END);
}

/** Navigates within the panel without reloading it; from elsewhere, or from a dialog of the same page, by the URL. */
export async function goWithin(page: Page, address: string): Promise<void> {
  const { origin, pathname, search, hash } = new URL(address);
  const inside =
    page.url().startsWith(`${origin}/`) && (await page.evaluate('globalThis.__TSR_ROUTER__ !== undefined'));
  const isCovered = new URL(page.url()).pathname === pathname && (await page.getByRole('dialog').count()) > 0;
  if (!inside || isCovered) await page.goto(address);
  else await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(pathname + search + hash)} })`);
}

/** A colour transition starts with the next frame, so wait for two. Endless animations are not awaited. */
const ANIMATIONS_END = `new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))
  .then(() => Promise.allSettled(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished)))
  .then(() => undefined)`;
