// npm run screenshots [name …]: takes pictures of every page of the panel and the console, wide and narrow, light and
// dark, into screenshots/. `console` or `panel` stands for all pages of one.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { connectBrowser, type TestBrowser } from '../testing/browser/browser.ts';
import { CONSOLE_PAGES } from '../testing/browser/console-pages.ts';
import { findAddress, PANEL_PAGES, type PanelPage } from '../testing/browser/pages.ts';
import { type Login, openSignedIn, type StartedPanel, settle, startPanel } from '../testing/browser/panel.ts';
import { startServices } from '../testing/services/index.ts';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const colours = ['light', 'dark'] as const;
const wanted = process.argv.slice(2);
const choose = (group: string, pages: readonly PanelPage[]) =>
  pages.filter(({ name }) => [name, group].some((given) => wanted.length === 0 || wanted.includes(given)));
const panelPages = choose('panel', PANEL_PAGES);
const consolePages = choose('console', CONSOLE_PAGES);

const services = await startServices(['chromium'], { required: true });
const panel = await startPanel({ HOSTLER_SIMULATED_DELAY_MS: '0' });
try {
  const browser = await connectBrowser(services.urls.chromium ?? '');
  mkdirSync(folder, { recursive: true });
  const owner = await createOwner(panel);
  for (const size of sizes) {
    for (const colorScheme of colours) {
      const view = { ...size, colorScheme };
      await takeAll(browser, panelPages, panel.customer, view);
      await takeAll(browser, consolePages, owner, view);
    }
  }
  await browser.close();
  const count = (panelPages.length + consolePages.length) * sizes.length * colours.length;
  console.log(`${folder} has ${count} pictures.`);
} finally {
  await panel.stop();
  await services.stop();
}

interface View {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}

async function takeAll(browser: TestBrowser, pages: readonly PanelPage[], login: Login, view: View): Promise<void> {
  if (pages.length === 0) return;
  const context = await browser.open(view);
  const stranger = await browser.open(view);
  const page = await context.newPage();
  await openSignedIn(page, panel.url, login);
  for (const wantedPage of pages) {
    await take(wantedPage.open ? await newPage(stranger) : page, wantedPage, panel, view).catch((error: Error) => {
      console.error(`${wantedPage.name} (${view.width}, ${view.colorScheme}): ${error.message.split('\n')[0]}`);
      process.exitCode = 1;
    });
  }
  await context.close();
  await stranger.close();
}

/** Creates staff who see every page. */
async function createOwner({ command }: StartedPanel): Promise<Login> {
  const login = { email: 'olga@staff.example', password: 'a long enough password' };
  const { email, password } = login;
  await command(
    'operator',
    'create',
    '--email',
    email,
    '--name',
    'Olga Owner',
    '--role',
    'owner',
    '--password',
    password,
  );
  return login;
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
