import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { watchRequests } from './open-requests.ts';

export interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** The browser of the run, of which every test has windows of its own, with cookies of their own. */
export interface TestBrowser {
  open(options?: WindowOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** `url` is where the started Chromium takes orders: HOSTLER_TEST_CHROMIUM_URL. */
export async function connectBrowser(url: string): Promise<TestBrowser> {
  const browser: Browser = await chromium.connectOverCDP(url);
  return {
    async open({ width = 1440, height = 900, colorScheme = 'light' } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        // What a page copies, it may.
        permissions: ['clipboard-read', 'clipboard-write'],
        reducedMotion: 'reduce',
      });
      // Only there to end what hangs.
      context.setDefaultTimeout(150_000);
      watchRequests(context);
      return context;
    },
    // The browser itself belongs to the run.
    close: () => browser.close(),
  };
}

/** Errors of a page that nobody foresaw: in its scripts, or refused by its own policy. */
export function watchForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    // A request that is answered with 4xx is one line of the browser's own; pages say it in words.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) errors.push(text);
  });
  return errors;
}
