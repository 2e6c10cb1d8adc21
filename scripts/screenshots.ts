// npm run screenshots [-- --language de] [name …]: takes pictures of every page of the panel and the console, wide and
// narrow, light and dark, into screenshots/. `console` or `panel` stands for all pages of one. Without a language, the
// pictures are in all of them.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../locales/languages.ts';
import { type Catalogue, readCatalogue } from '../panel/messages/catalogue.ts';
import { connectBrowser, type TestBrowser } from '../testing/browser/browser.ts';
import { CONSOLE_PAGES } from '../testing/browser/console-pages.ts';
import { findAddress, PANEL_PAGES, type PanelPage } from '../testing/browser/pages.ts';
import { type Login, openSignedIn, type StartedPanel, settle, startPanel } from '../testing/browser/panel.ts';
import { fill, inEnglish, type Say } from '../testing/browser/say.ts';
import { startServices } from '../testing/services/index.ts';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;
const colours = ['light', 'dark'] as const;
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };
const { values: options, positionals: wanted } = parseArgs({
  options: { language: { type: 'string', multiple: true, default: Object.keys(LANGUAGES) } },
  allowPositionals: true,
});
const languages = options.language as Language[];
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
  for (const language of languages) {
    const say = await readTexts(language);
    for (const size of sizes) {
      for (const colorScheme of colours) {
        const view = { ...size, colorScheme, language, say };
        await takeAll(browser, panelPages, panel.customer, view);
        await takeAll(browser, consolePages, owner, view);
      }
    }
  }
  await browser.close();
  const count = (panelPages.length + consolePages.length) * languages.length * sizes.length * colours.length;
  console.log(`${folder} has ${count} pictures.`);
} finally {
  await panel.stop();
  await services.stop();
}

interface View {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
  readonly language: Language;
  readonly say: Say;
}

/** Returns the texts of a language by their English messages; those with a context are not found. */
async function readTexts(language: Language): Promise<Say> {
  if (language === 'en') return inEnglish;
  const catalogue: Catalogue = await readCatalogue(language);
  const plain = Object.entries(catalogue).filter(([, { context }]) => !context);
  const texts = new Map(plain.map(([id, { message = id, translation }]) => [message, translation ?? message]));
  return (message, values) => fill(texts.get(message) ?? message, values);
}

async function takeAll(browser: TestBrowser, pages: readonly PanelPage[], login: Login, view: View): Promise<void> {
  if (pages.length === 0) return;
  const options = { ...view, locale: LOCALES[view.language] };
  const context = await browser.open(options);
  const stranger = await browser.open(options);
  const page = await context.newPage();
  await openSignedIn(page, panel.url, login);
  for (const wantedPage of pages) {
    await take(wantedPage.open ? await newPage(stranger) : page, wantedPage, panel, view).catch((error: Error) => {
      const { language, width, colorScheme } = view;
      console.error(`${wantedPage.name} (${language}, ${width}, ${colorScheme}): ${error.message.split('\n')[0]}`);
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
  await wantedPage.prepare?.(page, view.say);
  await settle(page);
  const path = `${folder}${wantedPage.name}-${view.language}-${view.width}-${view.colorScheme}.png`;
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
