import type { BrowserContext, Page, Request } from 'playwright-core';

/** Requests that stay open by design: the streams of hints, and an awaited action. */
const HELD = /\/api\/v1\/stream|[?&]wait=/;

const open = new WeakMap<Page, Set<Request>>();

/** Tracks the open requests of all pages in this window. */
export function watchRequests(context: BrowserContext): void {
  context.on('page', (page) => {
    const requests = new Set<Request>();
    open.set(page, requests);
    page.on('request', (request) => {
      if (!HELD.test(request.url())) requests.add(request);
    });
    page.on('requestfinished', (request) => requests.delete(request));
    page.on('requestfailed', (request) => requests.delete(request));
  });
}

/** Returns the addresses of the responses that a page waits for. */
export function listOpenRequests(page: Page): string[] {
  return [...(open.get(page) ?? [])].map((request) => request.url());
}
