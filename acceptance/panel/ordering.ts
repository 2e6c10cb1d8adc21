import type { Page } from 'playwright-core';

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

/** Replaces the host of a link, which contains the configured port; the port is random here. */
export const here = (url: string, address: string | null) => (address ?? '').replace(/^https?:\/\/[^/]+/, url);

/** Goes from the page of the payment provider back to the panel. */
export async function comeBack(page: Page, url: string): Promise<void> {
  await page.goto(here(url, await page.getByRole('link', { name: 'Continue' }).getAttribute('href')));
}

/** Goes from the plan to the payment step. */
export async function describeServer(page: Page, hostname: string): Promise<void> {
  await press(page, 'Continue');
  await page.getByLabel('Host name', { exact: true }).fill(hostname);
  await press(page, 'Continue');
}
