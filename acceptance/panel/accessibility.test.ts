import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findBarriers } from '../../testing/browser/axe.ts';
import { findAddress, PANEL_PAGES } from '../../testing/browser/pages.ts';
import { settle } from '../../testing/browser/panel.ts';
import { describeJourneys } from './journey.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

describeJourneys('pages of the panel', (journey) => {
  it('keep nobody out in light or dark, ask nothing of another host, and do not scroll sideways on a phone', async () => {
    const { panel, arrive, visit } = journey();
    const stranger = await visit(WIDE);
    const owner = await arrive('/', panel.customer, WIDE);
    const foreign = listForeignRequests([stranger, owner], panel.url);
    const found: string[] = [];
    for (const wanted of PANEL_PAGES) {
      const page = wanted.open ? stranger : owner;
      await page.setViewportSize(WIDE);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(await findAddress(wanted, panel.url, panel.liveKey));
      await settle(page);
      await wanted.prepare?.(page);
      const barriers = await findBarriers(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await settle(page);
      barriers.push(...(await findBarriers(page, 'colours')).map((barrier) => `in the dark, ${barrier}`));
      await page.setViewportSize(PHONE);
      await settle(page);
      if (await isWiderThanScreen(page)) barriers.push('scrolls sideways on a phone');
      found.push(...barriers.map((barrier) => `${wanted.name}: ${barrier}`));
    }
    expect({ found, foreign }).toEqual({ found: [], foreign: [] });
  });
});

function listForeignRequests(pages: readonly Page[], url: string): string[] {
  const foreign: string[] = [];
  for (const page of pages) {
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
    });
  }
  return foreign;
}

async function isWiderThanScreen(page: Page): Promise<boolean> {
  const tools = await page.context().newCDPSession(page);
  const expression = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
  const { result } = await tools.send('Runtime.evaluate', { expression });
  await tools.detach();
  return result.value === true;
}
