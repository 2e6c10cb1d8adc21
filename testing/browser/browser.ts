import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { watchRequests } from './open-requests.ts';

export interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly locale?: string;
  /** Replaces all colours by those of the system. */
  readonly forcedColors?: 'active';
  /** False turns JavaScript off. */
  readonly scripts?: boolean;
}

/** The browser of the run; every test has its own windows and cookies. */
export interface TestBrowser {
  open(options?: WindowOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Connects to a started Chromium; `url` is HOSTLER_TEST_CHROMIUM_URL. */
export async function connectBrowser(url: string): Promise<TestBrowser> {
  // Without defaults: a connection would reset the colours and the motion of the windows of all other tests.
  const browser: Browser = await chromium.connectOverCDP(url, { noDefaults: true });
  return {
    async open({ width = 1440, height = 900, colorScheme = 'light', locale = 'en-GB', forcedColors, scripts } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        locale,
        ...(forcedColors && { forcedColors }),
        ...(scripts === false && { javaScriptEnabled: false }),
        timezoneId: 'Europe/Berlin',
        // Pages may use the clipboard.
        permissions: ['clipboard-read', 'clipboard-write'],
        reducedMotion: 'reduce',
      });
      // Only to end hanging steps.
      context.setDefaultTimeout(150_000);
      watchRequests(context);
      return context;
    },
    // The browser itself belongs to the run.
    close: () => browser.close(),
  };
}

/** Collects unexpected errors of a page: in its scripts, or refused by its own policy. */
export function watchForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    // The browser logs a line for a 4xx response; pages show it themselves.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) errors.push(text);
  });
  return errors;
}
