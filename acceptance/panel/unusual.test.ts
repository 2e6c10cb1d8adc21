import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findAddress, PANEL_PAGES } from '../../testing/browser/pages.ts';
import { goWithin, openSignedIn, settle } from '../../testing/browser/panel.ts';
import { createSshKey } from '../../testing/ssh-key.ts';
import { describeJourneys, type Journey } from './journey.ts';

/** The narrowest window, the largest font of common browsers, another script, and the colours of the system. */
const NARROW = { width: 320, height: 640, locale: 'ar-EG', forcedColors: 'active' } as const;
const WIDE = { width: 1440, height: 900 };
const LARGE_FONT = `document.documentElement.style.fontSize = '24px'`;
const PAGES = PANEL_PAGES.filter(({ prepare }) => !prepare);
const GROUPS = [0, 1, 2, 3].map((part) => ({ part, pages: PAGES.filter((_page, index) => index % 4 === part) }));

const ANIMATIONS = `document.getAnimations()
  .filter((animation) => animation.effect.getComputedTiming().duration > 1).length`;

/** Text of one word, from right to left and back. */
function longName(length: number): string {
  return `خادم-${'م'.repeat(length / 2)}-${'W'.repeat(length)}`.slice(0, length);
}

describeJourneys('the panel in unusual browsers, with long names', (journey) => {
  it.each(GROUPS)(
    'fits into 320 pixels with fonts of 24 pixels, enlarges all texts, and names all controls, part $part',
    async ({ pages }) => {
      const { panel, arrive, visit } = journey();
      await fillWithLongNames(journey());
      const signedIn = await arrive('/account/preferences', panel.customer, NARROW);
      const stranger = await visit(NARROW);
      await stranger.goto(`${panel.url}/sign-in`);
      const found: string[] = [];
      for (const wanted of pages) {
        const page = wanted.open ? stranger : signedIn;
        await goWithin(page, await findAddress(wanted, panel.url, panel.liveKey));
        await page.evaluate(LARGE_FONT);
        await settle(page);
        const troubles = [...(await listTroubles(page)), ...(await listSmall(page))];
        found.push(...troubles.map((trouble) => `${wanted.name}: ${trouble}`));
      }
      expect(found).toEqual([]);
    },
  );

  it('shows long names in every list without scrolling sideways', async () => {
    const { panel, arrive } = journey();
    await fillWithLongNames(journey());
    const lists = ['/servers', '/tickets', '/domains', '/databases', '/backups', '/firewalls', '/monitoring/checks'];
    const more = ['/emails', '/account/ssh-keys', '/account/audit', '/account/people', '/developers/webhooks'];
    const page = await arrive('/account/preferences', panel.customer, WIDE);
    const found: string[] = [];
    for (const list of [...lists, ...more, '/developers/keys', '/developers/requests', '/billing']) {
      await goWithin(page, panel.url + list);
      await settle(page);
      found.push(...(await listWide(page)).map((trouble) => `${list}: ${trouble}`));
    }
    expect(found).toEqual([]);
  });

  it('says without JavaScript that it needs it, in the language of the browser', async () => {
    const { panel, visit } = journey();
    for (const [locale, sentence] of [
      ['en-GB', 'The panel needs JavaScript.'],
      ['de-AT', 'Das Panel benötigt JavaScript.'],
    ] as const) {
      const page = await visit({ ...WIDE, locale, scripts: false });
      await page.goto(`${panel.url}/servers`);
      expect(await page.locator('body').textContent()).toContain(sentence);
      await page.goto(`${panel.url}/no-such-page`);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    }
  });

  it('does not animate if the person prefers reduced motion', async () => {
    const page = await journey().arrive('/tickets');
    await settle(page);
    await page.getByRole('button', { name: 'New ticket', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(ANIMATIONS)).toBe(0);
  });

  it('does not animate what is loading if the person prefers reduced motion', async () => {
    const { panel, visit } = journey();
    const page = await visit();
    await page.route(/\/api\/v1\/tickets\?/, () => undefined);
    await openSignedIn(page, panel.url, panel.customer, '/tickets');
    await page.locator('table .mantine-Skeleton-root').first().waitFor();
    expect(await page.evaluate(ANIMATIONS)).toBe(0);
  });
});

/** Creates one record of each kind with the longest name. */
async function fillWithLongNames({ panel, api }: Journey): Promise<void> {
  const key = panel.liveKey;
  const known = await api<unknown[]>(key, `/tickets?search=${encodeURIComponent('خادم')}`);
  if (known.data.length > 0) return;
  const { data: servers } = await api<{ id: number }[]>(key, '/hosting?search=web1&status=running');
  const id = servers[0]?.id ?? 0;
  const name = longName(100);
  const label = `a${'b'.repeat(59)}.`.repeat(3);
  const sent: [path: `/${string}`, body: object][] = [
    ['/tickets', { subject: longName(200), message: longName(2_000) }],
    ['/hosting/update', { id, label: name, note: longName(2_000) }],
    ['/firewalls', { name }],
    ['/ssh-keys', { name, public_key: createSshKey('me') }],
    ['/databases', { name: `a${'b'.repeat(30)}`, engine: 'postgresql' }],
    ['/backups', { hosting_id: id, name }],
    ['/monitoring/checks', { name, type: 'http', target: `https://${label}example.com/${'a'.repeat(200)}` }],
    ['/webhooks', { url: `https://${label}example.com/${'a'.repeat(200)}`, events: ['*'], description: longName(200) }],
    ['/domains', { domain: `${label}example.com` }],
  ];
  for (const [path, body] of sent) {
    const { status } = await api(key, path, body);
    expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 300)]);
  }
}

/** Returns what does not fit, and what a screen reader cannot name. */
async function listTroubles(page: Page): Promise<string[]> {
  return [...(await listWide(page)), ...(await listNameless(page))];
}

const WIDEST = `(() => {
  const isCut = ({ parentElement: outer }) =>
    outer !== null && (getComputedStyle(outer).overflowX !== 'visible' || isCut(outer));
  const room = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= room) return [];
  // The header is fixed: it does not widen the page.
  return [...document.body.querySelectorAll(':not(header, header *)')]
    .filter((element) => element.getBoundingClientRect().right > room + 1 && !isCut(element))
    .slice(0, 3)
    .map((element) => 'is wider than the window: ' + element.outerHTML.slice(0, 160));
})()`;

async function listWide(page: Page): Promise<string[]> {
  return (await page.evaluate(WIDEST)) as string[];
}

/** The smallest text is 10 pixels high, and 15 with fonts of 24 pixels instead of 16. */
const SMALL = `[...document.body.querySelectorAll('*')]
  .filter((element) => [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
  .filter((element) => element.checkVisibility() && Number.parseFloat(getComputedStyle(element).fontSize) < 15)
  .slice(0, 3)
  .map((element) => 'has a text that stays small: ' + element.outerHTML.slice(0, 160))`;

async function listSmall(page: Page): Promise<string[]> {
  return (await page.evaluate(SMALL)) as string[];
}

interface AxNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
}

const CONTROLS = new Set(
  'button link textbox searchbox combobox checkbox radio switch tab menuitem slider spinbutton table navigation dialog'.split(
    ' ',
  ),
);

/** Reads the page like a screen reader: one main part, one title, and a name for every control. */
async function listNameless(page: Page): Promise<string[]> {
  const tools = await page.context().newCDPSession(page);
  const { nodes } = (await tools.send('Accessibility.getFullAXTree')) as { nodes: readonly AxNode[] };
  await tools.detach();
  const shown = nodes.filter(({ ignored }) => !ignored);
  const count = (role: string) => shown.filter((node) => node.role?.value === role).length;
  const nameless = shown.filter(({ role, name }) => CONTROLS.has(role?.value ?? '') && !name?.value.trim());
  return [
    ...(count('main') === 1 ? [] : [`has ${count('main')} main parts`]),
    ...nameless.map(({ role }) => `has a ${role?.value} without a name`),
  ];
}
