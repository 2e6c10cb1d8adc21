import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { findLink } from '../../testing/browser/mail.ts';
import { describeJourneys } from './journey.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

describeJourneys('ordering in the panel', (journey) => {
  it('a stranger signs up, orders, pays by card, and has the server and the paid invoice with its PDF', async () => {
    const { panel, visit } = journey();
    const email = 'ines@orchard.example';
    // Links name the port that was asked for, which is any.
    const here = (address: string) => address.replace(/^https?:\/\/[^/]+/, panel.url);
    const page = await visit();
    await page.goto(`${panel.url}/order`);
    await page.getByRole('radio', { name: 'small', exact: true }).click();
    await page.getByText('To pay now').waitFor();
    await page.getByRole('link', { name: 'Create account and continue' }).click();

    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await page.getByLabel('Name', { exact: true }).fill('Ines Moreau');
    await page.getByLabel('Street and number', { exact: true }).fill('Rue des Lilas 4');
    await page.getByLabel('Postal code', { exact: true }).fill('75002');
    await page.getByLabel('City', { exact: true }).fill('Paris');
    await page.getByRole('combobox', { name: 'Country' }).fill('France');
    await page.getByRole('option', { name: 'France', exact: true }).click();
    await page.getByRole('checkbox').check();
    await press(page, 'Create account');
    await page.getByText('Look into your mail').waitFor();
    const link = await vi.waitUntil(() => findLink(panel.dataDir, email, '/sign-up/confirm'), {
      timeout: 20_000,
      interval: 200,
    });
    await page.goto(here(link));
    await press(page, 'Confirm and sign in');

    // The plan that they came for is still chosen.
    await page.getByRole('radio', { name: 'small', exact: true, checked: true }).waitFor();
    await press(page, 'Continue');
    await page.getByLabel('Host name', { exact: true }).fill('orchard.example');
    await press(page, 'Continue');
    await page.getByLabel('Simulated card').check();
    await page.getByRole('button', { name: /^Order and pay/ }).click();
    await press(page, /^Pay/);
    const back = await page.getByRole('link', { name: 'Continue' }).getAttribute('href');
    await page.goto(here(back ?? ''));

    await page.getByText('The server is there').waitFor();
    await page.getByText('Paid', { exact: true }).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^PDF of/ }).click(),
    ]);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

    await page.getByRole('link', { name: 'See what it is for' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Why this amount' }).first().click();
    await page.getByRole('dialog').locator('dl dt').first().waitFor();
    await page.goto(`${panel.url}/servers`);
    await page.getByText('orchard.example').first().waitFor();
  });

  it('somebody without a session declares a cancellation in two steps', async () => {
    const { panel, visit } = journey();
    const page = await visit();
    await page.goto(`${panel.url}/sign-in`);
    await page.getByRole('link', { name: 'Cancel contracts here' }).click();
    await page.getByLabel('Your name', { exact: true }).fill('Nobody Known');
    await page.getByLabel('E-mail', { exact: true }).fill('nobody@nowhere.example');
    await page.getByLabel('Contract', { exact: true }).fill('INV-2026-999999');
    await press(page, 'Check it');
    await page.getByText('nobody@nowhere.example').waitFor();
    await press(page, 'Cancel now');
    await page.getByText('Your cancellation has arrived').waitFor();
  });
});
