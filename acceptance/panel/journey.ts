import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { ApiData, ApiPath } from '../../testing/api-types.ts';
import { connectBrowser, type TestBrowser, type WindowOptions, watchForErrors } from '../../testing/browser/browser.ts';
import { type Login, openSignedIn, type StartedPanel, startPanel } from '../../testing/browser/panel.ts';
import { describeWithService } from '../../testing/describe-with-service.ts';
import type { Settings } from '../hostler-process.ts';

export interface Journey {
  readonly panel: StartedPanel;
  readonly browser: TestBrowser;
  /** Opens a signed-in window, by default of the owner of the first customer. */
  arrive(path?: string, who?: Login, look?: WindowOptions): Promise<Page>;
  /** Opens a window that is not signed in. */
  visit(look?: WindowOptions): Promise<Page>;
  /** Sends a request to the public API: a POST if it has a body. */
  readonly api: Api;
}

interface Api {
  <P extends ApiPath<'GET'>>(key: string, path: P): Promise<{ status: number; data: ApiData<'GET', P> }>;
  <P extends ApiPath<'POST'>>(
    key: string,
    path: P,
    body: object,
  ): Promise<{ status: number; data: ApiData<'POST', P> }>;
  <T = Record<string, unknown>>(key: string, path: `/${string}`, body?: object): Promise<{ status: number; data: T }>;
}

interface JourneyOptions {
  /** Server settings. */
  readonly settings?: Settings;
  readonly browserName?: 'headless' | 'chromium';
}

/** Runs panel tests on one server; every page must be free of errors. */
export function describeJourneys(
  title: string,
  define: (journey: () => Journey) => void,
  { settings, browserName = 'headless' }: JourneyOptions = {},
): void {
  describeWithService(browserName, title, (browserUrl) => {
    let journey: Journey;
    const open: BrowserContext[] = [];
    let errors: string[][] = [];

    beforeAll(async () => {
      const [browser, panel] = await Promise.all([connectBrowser(browserUrl), startPanel(settings)]);
      const visit = async (look?: WindowOptions) => {
        const context = await browser.open(look);
        open.push(context);
        const page = await context.newPage();
        errors.push(watchForErrors(page));
        return page;
      };
      journey = {
        panel,
        browser,
        visit,
        async arrive(path = '/', who = panel.customer, look = {}) {
          const page = await visit(look);
          await openSignedIn(page, panel.url, who, path);
          return page;
        },
        async api<T>(key: string, path: string, body?: object) {
          const response = await fetch(`${panel.url}/api/v1${path}`, {
            method: body ? 'POST' : 'GET',
            headers: { 'X-API-Key': key, ...(body ? { 'Content-Type': 'application/json' } : {}) },
            ...(body ? { body: JSON.stringify(body) } : {}),
          });
          const answer = (await response.json()) as { data: T };
          return { status: response.status, data: answer.data };
        },
      };
    });

    afterEach(async () => {
      const found = errors.flat();
      errors = [];
      await Promise.all(open.splice(0).map((context) => context.close()));
      expect(found).toEqual([]);
    });

    afterAll(async () => {
      await journey?.browser.close();
      await journey?.panel.stop();
    });

    define(() => journey);
  });
}
