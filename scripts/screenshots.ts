// npm run screenshots [name …]: takes pictures of every page of the panel, wide and narrow, light and dark, into
// screenshots/.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { connectBrowser, type TestBrowser } from '../testing/browser/browser.ts';
import { findAddress, PANEL_PAGES, type PanelPage } from '../testing/browser/pages.ts';
import { type StartedPanel, settle, signIn, startPanel } from '../testing/browser/panel.ts';
import { startServices } from '../testing/services/index.ts';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const colours = ['light', 'dark'] as const;
const wanted = process.argv.slice(2);
const pages = PANEL_PAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const services = await startServices(['chromium'], { required: true });
const panel = await startPanel({ HOSTLER_SIMULATED_DELAY_MS: '0' });
try {
  const browser = await connectBrowser(services.urls.chromium ?? '');
  mkdirSync(folder, { recursive: true });
  for (const size of sizes) for (const colorScheme of colours) await takeAll(browser, panel, { ...size, colorScheme });
  await browser.close();
  console.log(`${folder} has ${pages.length * sizes.length * colours.length} pictures.`);
} finally {
  await panel.stop();
  await services.stop();
}

interface View {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}

async function takeAll(browser: TestBrowser, started: StartedPanel, view: View): Promise<void> {
  const context = await browser.open(view);
  const stranger = await browser.open(view);
  const page = await context.newPage();
  await signIn(page, started.url, started.customer);
  for (const wantedPage of pages) {
    await take(wantedPage.open ? await newPage(stranger) : page, wantedPage, started, view).catch((error: Error) => {
      console.error(`${wantedPage.name} (${view.width}, ${view.colorScheme}): ${error.message.split('\n')[0]}`);
      process.exitCode = 1;
    });
  }
  await context.close();
  await stranger.close();
}

async function newPage(context: BrowserContext): Promise<Page> {
  return context.pages()[0] ?? context.newPage();
}

async function take(page: Page, wantedPage: PanelPage, started: StartedPanel, view: View): Promise<void> {
  await page.goto(await findAddress(wantedPage, started.url, started.liveKey));
  await settle(page);
  await wantedPage.prepare?.(page);
  await settle(page);
  const path = `${folder}${wantedPage.name}-${view.width}-${view.colorScheme}.png`;
  if (wantedPage.prepare === undefined) await growToContent(page, view);
  await page.screenshot({ path });
  await page.setViewportSize({ width: view.width, height: view.height });
}

/** Makes the window as high as the page. A picture of more than the window would move the fixed navigation away. */
async function growToContent(page: Page, { width, height }: View): Promise<void> {
  const content = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: Math.max(height, content) });
  await settle(page);
}
