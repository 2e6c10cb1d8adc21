import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findLink } from '../../testing/browser/mail.ts';
import { goWithin } from '../../testing/browser/panel.ts';
import { eventually, until } from '../../testing/until.ts';
import { describeJourneys, type Journey } from './journey.ts';

async function addDomain({ panel, api }: Journey, domain: string): Promise<number> {
  const { status, data } = await api(panel.liveKey, '/domains', { domain });
  expect(status).toBe(201);
  return data.id;
}

/** Enters a record without saving it. */
async function draftRecord(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add record', exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Content', exact: true }).fill('203.0.113.99');
  await page.getByRole('button', { name: 'Review changes', exact: true }).waitFor();
}

/** Answers the browser's question about unsaved changes. */
async function answer(page: Page, how: 'leave' | 'stay'): Promise<void> {
  await page.evaluate(`globalThis.confirm = () => ${how === 'leave'}`);
}

describeJourneys('drafts and other input in the panel', (journey) => {
  it('a draft belongs to one record and is discarded with it', async () => {
    const { panel, arrive } = journey();
    const [one, other] = [await addDomain(journey(), 'one.example'), await addDomain(journey(), 'other.example')];
    const page = await arrive(`/domains/${one}`);
    await draftRecord(page);
    await answer(page, 'leave');
    await goWithin(page, `${panel.url}/domains/${other}`);
    await page.getByRole('heading', { name: 'other.example' }).waitFor();
    await page.getByText('No own records yet.', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Review changes' }).count()).toBe(0);
  });

  it('a draft with errors is not saved, and all errors are shown', async () => {
    const page = await journey().arrive(`/domains/${await addDomain(journey(), 'wrong.example')}`);
    await draftRecord(page);
    await page.getByRole('textbox', { name: 'Content', exact: true }).fill('not an address');
    const save = async () => {
      await page.getByRole('button', { name: 'Review changes', exact: true }).click();
      await page.getByRole('button', { name: 'Save records', exact: true }).click();
    };
    await save();
    await page.getByText('1 record cannot be saved as it is.').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.route(/\/api\/v1\/domains\/records$/, (route) =>
      route.fulfill({ status: 409, json: { success: false, error: { code: 'CONFLICT', message: 'Not now.' } } }),
    );
    await save();
    await page.getByRole('dialog').getByText('Not now.').waitFor();
  });

  it('a number field can be cleared before another number is typed', async () => {
    const page = await journey().arrive(`/domains/${await addDomain(journey(), 'number.example')}`);
    await draftRecord(page);
    const ttl = page.getByRole('textbox', { name: 'TTL', exact: true });
    await ttl.press('End');
    for (const _digit of '3600') await ttl.press('Backspace');
    await ttl.pressSequentially('300');
    expect(await ttl.inputValue()).toBe('300');
    for (const _digit of '300') await ttl.press('Backspace');
    await ttl.blur();
    expect(await ttl.inputValue()).toBe('3600');
  });

  it('a draft stays in its account if the person stays on the page', async () => {
    const { panel, arrive } = journey();
    const owner = await arrive('/account/people', panel.other);
    await owner.getByRole('button', { name: 'Invite', exact: true }).first().click();
    await owner.getByRole('dialog').getByLabel('E-mail', { exact: true }).fill(panel.customer.email);
    await owner.getByRole('button', { name: 'Send invitation', exact: true }).click();
    const link = await until(() => findLink(panel.dataDir, panel.customer.email, '/invitation'));
    const page = await arrive('/');
    await page.goto(link.replace(/^https?:\/\/[^/]+/, panel.url));
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    const menu = page.getByRole('button', { name: /^Account .*, change$/ });
    await menu.waitFor();

    const domain = await addDomain(journey(), 'stays.example');
    await menu.click();
    await page.getByRole('menuitem', { name: /Owner/ }).click();
    await goWithin(page, `${panel.url}/domains/${domain}`);
    await draftRecord(page);
    const account = await menu.getAttribute('aria-label');
    await answer(page, 'stay');
    await menu.click();
    await page.getByRole('menuitem', { name: /Member/ }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await menu.getAttribute('aria-label')).toBe(account);
    expect(await page.getByRole('textbox', { name: 'Content', exact: true }).inputValue()).toBe('203.0.113.99');

    await answer(page, 'leave');
    await menu.click();
    await page.getByRole('menuitem', { name: /Member/ }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await eventually(async () => expect(await menu.getAttribute('aria-label')).not.toBe(account));
  });

  it('a new ticket is prefilled from the address, even if its form was opened before', async () => {
    const { panel, arrive } = journey();
    const page = await arrive('/tickets');
    await page.getByRole('button', { name: 'New ticket', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await goWithin(page, `${panel.url}/tickets?new=true&subject=Could%20not%20start&message=Action%207`);
    await eventually(async () =>
      expect(await dialog.getByLabel('Subject', { exact: true }).inputValue()).toBe('Could not start'),
    );
    expect(await dialog.getByLabel('Message', { exact: true }).inputValue()).toBe('Action 7');
  });

  it('a draft is removed once it is sent, even if the page was left', async () => {
    const { panel, api, arrive } = journey();
    const { data } = await api(panel.liveKey, '/tickets', { subject: 'Sent once', message: 'Once.' });
    const page = await arrive(`/tickets/${data.id}`);
    const held = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/tickets\/reply$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    const field = page.getByLabel('Reply', { exact: true });
    await field.fill('This goes out once.');
    await page.getByRole('button', { name: 'Send reply', exact: true }).click();
    await goWithin(page, `${panel.url}/tickets`);
    await page.getByRole('table', { name: 'Tickets' }).waitFor();
    const answered = page.waitForResponse(/\/api\/v1\/tickets\/reply$/);
    held.resolve();
    await answered;
    await goWithin(page, `${panel.url}/tickets/${data.id}`);
    await page.getByText('This goes out once.', { exact: true }).first().waitFor();
    await eventually(async () => expect(await field.inputValue()).toBe(''));
  });

  it('a search text is not truncated by a late address change', async () => {
    const page = await journey().arrive('/tickets');
    const search = page.getByRole('searchbox', { name: 'Search tickets' });
    await search.waitFor();
    // Types two more letters: one before the page shows the new address, one after.
    await page.evaluate(`{
      const push = history.pushState;
      const type = (letter) => {
        const field = document.querySelector('input[type=search]');
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, field.value + letter);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      };
      history.pushState = function (...given) {
        push.apply(this, given);
        if (!String(given[2]).endsWith('search=mov')) return;
        type('e');
        setTimeout(() => type('d'), 150);
      };
    }`);
    await search.fill('mov');
    await page.waitForURL(/search=move?d$/);
    expect(await search.inputValue()).toBe('moved');
  });

  it('a list page past the end links to the last page', async () => {
    const page = await journey().arrive('/tickets?page=99');
    await page.getByText(/^This page is past the end of/).waitFor();
    await page.getByRole('button', { name: 'Go to the last page' }).click();
    await page.getByRole('table', { name: 'Tickets' }).waitFor();
  });
});
