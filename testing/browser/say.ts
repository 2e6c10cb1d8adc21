import type { Page } from 'playwright-core';

/** Returns a text of the panel in the language of a page, by its English message and its placeholders. */
export type Say = (message: string, values?: Readonly<Record<string, string>>) => string;

export const inEnglish: Say = (message, values) => fill(message, values);

export function fill(text: string, values: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** Opens something on a page. */
export type Prepare = (page: Page, say: Say) => Promise<void>;

/** Opens a dialog with a button. */
export const press =
  (name: string): Prepare =>
  async (page, say) => {
    await page
      .getByRole('button', { name: say(name), exact: true })
      .first()
      .click();
    await page.getByRole('dialog').first().waitFor();
  };

/** Opens a dialog from a menu of a page. */
export const choose =
  (menu: string, item: string): Prepare =>
  async (page, say) => {
    await page
      .getByRole('button', { name: say(menu) })
      .first()
      .click();
    await chooseItem(page, say(item));
  };

/** Opens a dialog from the menu of the first row whose name contains a text. */
export const chooseInRow =
  (name: string, item: string): Prepare =>
  async (page, say) => {
    const menu = page.getByRole('button', { name: say('Actions for {name}', { name }) });
    await menu.first().click();
    await chooseItem(page, say(item));
  };

async function chooseItem(page: Page, item: string): Promise<void> {
  await page.getByRole('menuitem', { name: item, exact: true }).click();
  await page.getByRole('dialog').first().waitFor();
}
