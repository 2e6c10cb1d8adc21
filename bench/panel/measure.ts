import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { buildPanel } from '../../scripts/panel/build.ts';
import { connectBrowser, type TestBrowser } from '../../testing/browser/browser.ts';
import { openSignedIn, type StartedPanel, settle, startPanel } from '../../testing/browser/panel.ts';
import { startServices } from '../../testing/services/index.ts';
import { measureFrames } from './frames.ts';
import type { PanelResult } from './report.ts';

export interface PanelPlan {
  readonly rounds: number;
  readonly chartPoints: number;
}

const SLOW_DOWN = 4;
/** The slow 4G of Lighthouse. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
/** Pages that people switch between. */
const PLACES = ['Servers', 'Tickets', 'Domains', 'Overview'];

/** Measures how long a person waits for the panel, with a real browser and the pages of the demo company. */
export async function measurePanel({ rounds, chartPoints }: PanelPlan): Promise<PanelResult> {
  await buildPanel({ always: false });
  const services = await startServices(['headless'], { required: true });
  const panel = await startPanel({ HOSTLER_SIMULATED_DELAY_MS: '0' });
  const browser = await connectBrowser(services.urls.headless ?? '');
  try {
    const first = await loadPage(browser, panel, OVERVIEW, { slowDown: 1 });
    const slowed = await repeat(rounds, () => loadPage(browser, panel, OVERVIEW, { slowDown: SLOW_DOWN }));
    const onSlow4g = { slowDown: SLOW_DOWN, network: SLOW_4G };
    const overviews = await repeat(rounds, () => loadPage(browser, panel, OVERVIEW, onSlow4g));
    const signIns = await repeat(rounds, () => loadPage(browser, panel, SIGN_IN, onSlow4g));
    const references = await repeat(rounds, () => loadPage(browser, panel, REFERENCE, onSlow4g));
    const context = await browser.open();
    const page = await context.newPage();
    await openSignedIn(page, panel.url, panel.customer);
    await settle(page);
    const navigations = await measureNavigations(page, rounds);
    const chart = await measureFrames(page, panel, chartPoints);
    return {
      scriptBytes: first.scriptBytes,
      slowDown: SLOW_DOWN,
      shownMs: median(slowed.map(({ shownMs }) => shownMs)),
      completeMs: median(slowed.map(({ completeMs }) => completeMs)),
      signInBytes: signIns[0]?.scriptBytes ?? Number.NaN,
      slow4g: {
        overviewMs: median(overviews.map(({ shownMs }) => shownMs)),
        signInMs: median(signIns.map(({ shownMs }) => shownMs)),
        referenceMs: median(references.map(({ shownMs }) => shownMs)),
      },
      navigationMs: median(navigations),
      chart,
    };
  } finally {
    await browser.close();
    await panel.stop();
    await services.stop();
  }
}

interface Load {
  readonly scriptBytes: number;
  /** Until the page is visible and clickable. */
  readonly shownMs: number;
  /** Until no skeleton is left. */
  readonly completeMs: number;
}

interface Loaded {
  readonly path: string;
  /** Opened without a session. */
  readonly open?: true;
  /** Selectors of what must be visible. */
  readonly shows: readonly string[];
}

const OVERVIEW: Loaded = { path: '/', shows: ['nav a[href="/tickets"]', 'main h1'] };
const SIGN_IN: Loaded = { path: '/sign-in', open: true, shows: ['input[type=password]', 'button[type=submit]'] };
const REFERENCE: Loaded = { path: '/docs', open: true, shows: ['h1', 'nav a'] };

/** Runs in the page from the start: notes when something is visible, and when everything is. */
const noteMoments = (shows: readonly string[]) => `
  const moments = (globalThis.moments = {});
  const look = () => {
    if (${JSON.stringify(shows)}.every((selector) => document.querySelector(selector))) {
      moments.shown ??= performance.now();
      if (!document.querySelector('.mantine-Skeleton-root[data-visible]')) moments.complete ??= performance.now();
    }
    if (!moments.complete) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

interface Conditions {
  readonly slowDown: number;
  readonly network?: typeof SLOW_4G;
}

/** Loads a page as a first visit: with an empty browser cache. */
async function loadPage(
  browser: TestBrowser,
  panel: StartedPanel,
  { path, open, shows }: Loaded,
  { slowDown, network }: Conditions,
): Promise<Load> {
  const context: BrowserContext = await browser.open();
  const page = await context.newPage();
  await page.addInitScript(noteMoments(shows));
  const tools = await context.newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  if (network) {
    await tools.send('Network.enable');
    await tools.send('Network.emulateNetworkConditions', network);
  }
  if (open) await page.goto(panel.url + path);
  else await openSignedIn(page, panel.url, panel.customer, path);
  while (!(await page.evaluate('globalThis.moments?.complete'))) await sleep(50);
  const found = (await page.evaluate(`({
    shownMs: moments.shown,
    completeMs: moments.complete,
    scriptBytes: performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  })`)) as Load;
  await context.close();
  return found;
}

/** Measures from the click on a link to the complete page. Each page was visited before. */
async function measureNavigations(page: Page, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const place of PLACES) {
      const took = (await page.evaluate(`(${GO_TO})(${JSON.stringify(place)})`)) as number;
      await settle(page);
      if (round > 0) times.push(took);
    }
  }
  return times;
}

const GO_TO = `(place) => new Promise((resolve) => {
  const started = performance.now();
  const look = () => {
    const title = document.querySelector('main h1')?.textContent ?? '';
    const isThere = title.startsWith(place) && !document.querySelector('.mantine-Skeleton-root[data-visible]');
    if (isThere) resolve(performance.now() - started);
    else requestAnimationFrame(look);
  };
  [...document.querySelectorAll('nav a')].find((link) => link.textContent.trim() === place).click();
  requestAnimationFrame(look);
})`;

async function repeat<T>(times: number, run: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let done = 0; done < times; done++) results.push(await run());
  return results;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
