import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeJourneys } from './journey.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

/** Holds matching requests until they are released. */
async function hold(page: Page, requests: RegExp): Promise<{ came: Promise<void>; letGo: () => void }> {
  const came = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(requests, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    came.resolve();
    await held.promise;
    await route.continue();
  });
  return { came: came.promise, letGo: held.resolve };
}

describeJourneys('dialogs of the panel', (journey) => {
  it('close one by one with Esc, and the one below keeps its input', async () => {
    const page = await journey().arrive('/developers/webhooks');
    await press(page, 'Add webhook');
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    const url = dialog.getByLabel('URL', { exact: true });
    await url.fill('https://example.com/typed');
    await press(page, 'Show as code');
    const code = page.getByText('$HOSTLER_KEY stands for an API key of yours.');
    await code.waitFor();
    await page.keyboard.press('Escape');
    await code.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    const palette = page.getByPlaceholder('Search or command').last();
    await palette.fill('serv');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    expect(await url.inputValue()).toBe('https://example.com/typed');
    await url.focus();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('show a created secret even if they are closed before the response', async () => {
    const { panel, api, arrive } = journey();
    const made = await api(panel.liveKey, '/databases', { name: 'too_early', engine: 'postgresql' });
    expect(made.status).toBe(201);
    const page = await arrive('/developers/keys');

    const creating = await hold(page, /\/panel\/api\/v1\/keys$/);
    await press(page, 'Create API key');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('too early');
    await dialog.getByRole('checkbox', { name: 'tickets.read', exact: true }).check();
    await press(page, 'Create key');
    await creating.came;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    creating.letGo();
    const secret = page.getByRole('textbox', { name: 'API key', exact: true });
    const first = await secret.inputValue();
    await press(page, "I've saved it");

    const rolling = await hold(page, /\/panel\/api\/v1\/keys\/roll$/);
    await press(page, 'Actions for too early');
    await page.getByRole('menuitem', { name: 'Roll key' }).click();
    await dialog.getByRole('button', { name: 'Roll key' }).click();
    await rolling.came;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    rolling.letGo();
    expect(await secret.inputValue()).not.toBe(first);
    await press(page, "I've saved it");

    await page.goto(`${panel.url}/databases?search=too_early`);
    await page.getByText('Active', { exact: true }).first().waitFor();
    const resetting = await hold(page, /\/api\/v1\/databases\/reset-password$/);
    await press(page, 'Actions for too_early');
    await page.getByRole('menuitem', { name: 'Reset password' }).click();
    await dialog.getByRole('button', { name: 'Reset password' }).click();
    await resetting.came;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    resetting.letGo();
    await page.getByRole('textbox', { name: 'Password', exact: true }).waitFor();
  });

  it('are not required for errors: a refused request of a button shows its error on the page', async () => {
    const { panel, api, arrive } = journey();
    const { data } = await api(panel.liveKey, '/webhooks', {
      url: 'https://example.com/refused',
      events: ['*'],
    });
    const page = await arrive(`/developers/webhooks/${data.id}`);
    await page.route(/\/api\/v1\/webhooks\/(update|test)$/, (route) =>
      route.fulfill({
        status: 409,
        json: { success: false, error: { code: 'CONFLICT', message: `Not now: ${route.request().url()}` } },
      }),
    );
    await press(page, 'Pause');
    const asked = page.getByRole('dialog');
    await asked.getByText('While paused, nothing is sent.').waitFor();
    await asked.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText(/Not now: .*update$/).waitFor();
    await press(page, 'Send test event');
    await page.getByText(/Not now: .*test$/).waitFor();
  });

  it('ask before a command of the palette, and before the menu of a list, interrupts a server', async () => {
    const { panel, api, arrive } = journey();
    const page = await arrive('/servers');
    const row = page.getByRole('button', { name: 'Actions for web1.demo.example' });
    await row.waitFor();
    const type = async (text: string, found: string | RegExp) => {
      await page.keyboard.press('Control+k');
      const field = page.getByPlaceholder('Search or command').last();
      await field.fill(text);
      await page.getByRole('dialog').getByText(found).first().waitFor();
      return field;
    };
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/v1/hosting/')) posts += 1;
    });
    await type('restart web1', 'Restart web1.demo.example');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const restart = page.getByRole('dialog', { name: 'Restart web1.demo.example?' });
    await restart.getByText("Don't ask again for restart").waitFor();
    await restart.getByRole('button', { name: 'Cancel', exact: true }).click();
    await restart.waitFor({ state: 'detached' });
    await row.click();
    await page.getByRole('menuitem', { name: 'Stop', exact: true }).click();
    const stop = page.getByRole('dialog', { name: 'Stop web1.demo.example?' });
    await stop.getByRole('button', { name: 'Cancel', exact: true }).click();
    await stop.waitFor({ state: 'detached' });
    expect(posts).toBe(0);

    // A payment asks on the page of the invoice.
    const { data: due } = await api(panel.liveKey, '/billing/invoices?status=overdue');
    const [invoice] = due;
    await type(`pay invoice ${invoice?.number}`, `Pay invoice ${invoice?.number}`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: invoice?.number ?? '', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe(`?invoice=${invoice?.id}`);
    await page.keyboard.press('Escape');

    await type('create key', 'Create API key');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Create API key' }).waitFor();
  });
});
