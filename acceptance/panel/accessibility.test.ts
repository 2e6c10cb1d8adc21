import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findBarriers } from '../../testing/browser/axe.ts';
import { findAddress, PANEL_PAGES, type PanelPage } from '../../testing/browser/pages.ts';
import { endAnimations, goWithin, type StartedPanel, settle } from '../../testing/browser/panel.ts';
import { inEnglish } from '../../testing/browser/say.ts';
import { describeJourneys } from './journey.ts';

const WIDE = { width: 1440, height: 900 };
const GROUP = 10;
const PHONE = { width: 390, height: 844 };

describeJourneys('pages of the panel', (journey) => {
  describe.each(listGroups())('from $first to $last', ({ pages }) => {
    it('are accessible in light and dark, request no other host, and do not scroll sideways on a phone', async () => {
      const { panel, arrive, visit } = journey();
      const enter = () => (pages[0]?.open ? visit(WIDE) : arrive('/', panel.customer, WIDE));
      const windows = await Promise.all([enter(), enter()]);
      const foreign = listForeignRequests(windows, panel.url);
      const waiting = [...pages];
      const found = await Promise.all(windows.map((page) => checkAll(page, waiting, panel)));
      expect({ found: found.flat(), foreign }).toEqual({ found: [], foreign: [] });
    });
  });
});

/** Groups the pages, because checking all of them in one test would exceed its time limit. */
function listGroups(): { first: string; last: string; pages: PanelPage[] }[] {
  const kinds = [PANEL_PAGES.filter((page) => page.open), PANEL_PAGES.filter((page) => !page.open)];
  const groups = kinds.flatMap((pages) =>
    Array.from({ length: Math.ceil(pages.length / GROUP) }, (_, index) =>
      pages.slice(index * GROUP, (index + 1) * GROUP),
    ),
  );
  return groups.map((pages) => ({ first: pages[0]?.name ?? '', last: pages.at(-1)?.name ?? '', pages }));
}

type Scheme = 'light' | 'dark';

/** Checks pages from the list, which several windows share. */
async function checkAll(page: Page, waiting: PanelPage[], panel: StartedPanel): Promise<string[]> {
  const found: string[] = [];
  let schemes: [Scheme, Scheme] = ['light', 'dark'];
  await page.emulateMedia({ colorScheme: schemes[0] });
  for (let wanted = waiting.shift(); wanted; wanted = waiting.shift()) {
    const { name } = wanted;
    found.push(...(await lookAt(page, wanted, panel, schemes)).map((barrier) => `${name}: ${barrier}`));
    // Keep the current colour scheme for the next page, because a full repaint is slow.
    schemes = [schemes[1], schemes[0]];
  }
  return found;
}

/** Checks all rules in the first colour scheme, and the colour rules in the other. */
async function lookAt(
  page: Page,
  wanted: PanelPage,
  { url, liveKey }: StartedPanel,
  [first, second]: [Scheme, Scheme],
): Promise<string[]> {
  await page.setViewportSize(WIDE);
  await goWithin(page, await findAddress(wanted, url, liveKey));
  await settle(page);
  await wanted.prepare?.(page, inEnglish);
  await endAnimations(page);
  // The frame is checked with the first page only.
  const parts = wanted.open || wanted.name === 'overview' ? {} : ({ without: 'frame' } as const);
  const barriers = (await findBarriers(page, parts)).map((barrier) => `when ${first}, ${barrier}`);
  await page.emulateMedia({ colorScheme: second });
  await endAnimations(page);
  const inOthers = await findBarriers(page, { ...parts, only: 'colours' });
  barriers.push(...inOthers.map((barrier) => `when ${second}, ${barrier}`));
  await page.setViewportSize(PHONE);
  await settle(page);
  if (await isWiderThanScreen(page)) barriers.push('scrolls sideways on a phone');
  return barriers;
}

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
