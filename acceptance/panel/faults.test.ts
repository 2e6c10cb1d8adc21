import { expect, it } from 'vitest';
import { goWithin, pressBoth, settle } from '../../testing/browser/panel.ts';
import { eventually } from '../../testing/until.ts';
import { describeJourneys } from './journey.ts';

const TICKETS = /\/api\/v1\/tickets(\?|$)/;
const GONE = 'The server cannot be reached.';

/** Returns the number of open streams from the Prometheus metrics. */
async function countStreams(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(text.match(/^hostler_http_streams_open(?:\{.*\})? (\d+)$/m)?.[1]);
}

describeJourneys('the panel', (journey) => {
  it('reports a lost network, and shows missed changes when it is back', async () => {
    const { panel, api, arrive } = journey();
    const page = await arrive('/tickets');
    await page.getByRole('table', { name: 'Tickets' }).waitFor();
    await page.context().setOffline(true);
    await page.getByText(GONE, { exact: false }).first().waitFor();
    await api(panel.liveKey, '/tickets', { subject: 'Written meanwhile', message: 'By a program.' });
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Written meanwhile' }).waitFor();
    await page.getByText(GONE, { exact: false }).waitFor({ state: 'detached' });
  });

  it('continues after a restart of the server without a reload', async () => {
    const { panel, api, arrive } = journey();
    const page = await arrive('/tickets');
    await page.getByRole('table', { name: 'Tickets' }).waitFor();
    await page.evaluate('globalThis.sameOne = true');
    await panel.restart();
    await api(panel.liveKey, '/tickets', { subject: 'After the restart', message: 'By a program.' });
    await page.getByRole('link', { name: 'After the restart' }).waitFor();
    expect(await page.evaluate('globalThis.sameOne')).toBe(true);
  });

  it.each([
    [500, 'INTERNAL_ERROR', 'Something went wrong on our side.'],
    [429, 'RATE_LIMIT_EXCEEDED', 'Too many requests.'],
  ])('shows the message of a %i response, and loads the page once the error is over', async (status, code, message) => {
    const { arrive } = journey();
    const page = await arrive();
    await page.route(TICKETS, (route) =>
      route.fulfill({
        status,
        headers: { 'X-Request-Id': 'req_of_this_test', 'Retry-After': '1' },
        json: { success: false, error: { code, message } },
      }),
    );
    await page.getByRole('link', { name: 'Tickets', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Tickets could not be loaded' });
    await alert.waitFor();
    expect(await alert.textContent()).toContain(message);
    expect(await alert.textContent()).toContain('req_of_this_test');
    await page.unroute(TICKETS);
    await page.getByRole('table', { name: 'Tickets' }).waitFor();
  });

  it('reports a response that is not from Hostler as a lost connection', async () => {
    const { arrive } = journey();
    const page = await arrive();
    const keys = /\/panel\/api\/v1\/keys/;
    await page.route(keys, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' }),
    );
    await page.getByRole('link', { name: 'Developers', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Keys could not be loaded' }).getByText(GONE).waitFor();
    await page.unroute(keys);
    await page.getByRole('table', { name: 'Keys' }).waitFor();
  });

  it('retries the queries that it polls', async () => {
    const { panel, api, arrive } = journey();
    const { data } = await api(panel.liveKey, '/applications?status=running');
    const page = await arrive();
    const shown = /\/api\/v1\/applications\/show/;
    await page.route(shown, (route) =>
      route.fulfill({ status: 500, json: { success: false, error: { code: 'INTERNAL_ERROR', message: 'Not now.' } } }),
    );
    await goWithin(page, `${panel.url}/applications/installed/${data[0]?.id}`);
    await page.getByRole('alert').filter({ hasText: 'Retrying every few seconds.' }).waitFor();
    await page.unroute(shown);
    await page.getByRole('heading', { name: data[0]?.name ?? '', exact: true }).waitFor();
  });

  it('closes its event stream when the page is closed or left', async () => {
    const { panel, arrive } = journey();
    const expectStreams = (count: number) => eventually(async () => expect(await countStreams(panel.url)).toBe(count));
    const page = await arrive('/tickets');
    await expectStreams(1);
    const other = await page.context().newPage();
    await other.goto(`${panel.url}/domains`);
    await expectStreams(2);
    await other.close();
    await expectStreams(1);
    // The browser keeps the page in its back/forward cache.
    await page.goto(`${panel.url}/healthz`);
    await expectStreams(0);
    await page.goBack({ waitUntil: 'commit' });
    await expectStreams(1);
  });

  it('shows the keyboard focus in a narrow window with a closed menu', async () => {
    const { arrive } = journey();
    const page = await arrive('/account/preferences', undefined, { width: 390, height: 844 });
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    const seen: boolean[] = [];
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      seen.push(await page.evaluate('document.activeElement.getBoundingClientRect().right > 0'));
    }
    expect(seen).not.toContain(false);
    // The link to the content covers the menu button while it has the focus.
    await page.evaluate('document.activeElement.blur()');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('link', { name: 'Servers', exact: true }).click();
    await page.getByRole('heading', { name: 'Servers' }).waitFor();
  });

  it('can be used by keyboard alone: palette, shortcuts, lists', async () => {
    const { arrive } = journey();
    const page = await arrive('/account/preferences');
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or command').last().fill('web1');
    await page.getByRole('dialog').getByText('Server', { exact: true }).first().waitFor();
    // Records of other types also match and are found a moment later.
    await settle(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'web1.demo.example' }).waitFor();
    await pressBoth(page, 'g', 't');
    await page.getByRole('table', { name: 'Tickets' }).getByRole('link').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByLabel('Reply', { exact: true }).or(page.getByText('This ticket is closed')).first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });
});
