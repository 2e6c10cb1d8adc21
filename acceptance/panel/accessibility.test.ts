import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findBarriers } from '../../testing/browser/axe.ts';
import { findAddress, PANEL_PAGES } from '../../testing/browser/pages.ts';
import { settle } from '../../testing/browser/panel.ts';
import { describeJourneys } from './journey.ts';

describeJourneys('pages of the panel', (journey) => {
  it.each(['light', 'dark'] as const)('keep nobody out in %s', async (colorScheme) => {
    const { panel, arrive, visit } = journey();
    const stranger = await visit({ colorScheme });
    const owner = await arrive('/', panel.customer, { colorScheme });
    const found: string[] = [];
    for (const wanted of PANEL_PAGES) {
      const page = wanted.open ? stranger : owner;
      await page.goto(await findAddress(wanted, panel.url, panel.liveKey));
      await settle(page);
      await wanted.prepare?.(page);
      found.push(...(await findBarriers(page)).map((barrier) => `${wanted.name}: ${barrier}`));
    }
    expect(found).toEqual([]);
  });

  it('ask nothing of another host, and nothing scrolls sideways on a phone', async () => {
    const { panel, arrive } = journey();
    const page = await arrive('/', panel.customer, { width: 390, height: 844 });
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(panel.url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
    });
    const wide: string[] = [];
    for (const wanted of PANEL_PAGES.filter(({ open }) => !open)) {
      await page.goto(await findAddress(wanted, panel.url, panel.liveKey));
      await settle(page);
      if (await isWiderThanScreen(page)) wide.push(wanted.name);
    }
    expect({ foreign, wide }).toEqual({ foreign: [], wide: [] });
  });
});

async function isWiderThanScreen(page: Page): Promise<boolean> {
  const tools = await page.context().newCDPSession(page);
  const expression = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
  const { result } = await tools.send('Runtime.evaluate', { expression });
  await tools.detach();
  return result.value === true;
}
