import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { settle } from '../../../testing/browser/panel.ts';
import { describeJourneys } from '../journey.ts';
import { arriveAsStaff } from './staff.ts';

/** Opens the page of the first customer by its row in the list. */
async function openCustomer(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Customers' }).locator('tbody [data-row-opener]').last().click();
  await page.waitForURL(/\/operator\/customers\/\d+$/);
}

describeJourneys('customers in the console', (journey) => {
  it('Today counts a new ticket and leads to the tickets', async () => {
    const { panel, api } = journey();
    await api(panel.liveKey, '/tickets', { subject: 'It is slow', message: 'Since this morning.' });
    const page = await arriveAsStaff(journey(), 'support');
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    const tickets = page.getByRole('link', { name: /Tickets to answer/ });
    await tickets.getByText(/^[1-9]/).waitFor();
    expect(await page.getByRole('link', { name: /Unmatched bank lines|Renewals today/ }).count()).toBe(0);
    await tickets.click();
    await page.waitForURL('**/operator/tickets*');
  });

  it('a note and a tag are added to a customer, and the list is filtered by the tag', async () => {
    const page = await arriveAsStaff(journey(), 'support', '/operator/customers');
    await openCustomer(page);
    await page.getByRole('button', { name: 'Add note', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note', { exact: true }).fill('Prefers to be called after 4 pm.');
    await dialog.getByRole('button', { name: 'Add note', exact: true }).click();
    await page.getByText('Prefers to be called after 4 pm.').waitFor();
    await page.getByRole('button', { name: 'Change tags', exact: true }).click();
    await dialog.getByLabel('Tags', { exact: true }).fill('reseller');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The tags were changed.').waitFor();
    await page.goto(`${journey().panel.url}/operator/customers?tag=reseller`);
    await page.getByRole('row', { name: /reseller/ }).waitFor();
    expect(await page.getByRole('table', { name: 'Customers' }).locator('tbody tr').count()).toBe(1);
    // Every role may view as the customer; money and suspensions are for other roles.
    await openCustomer(page);
    await page.getByRole('button', { name: 'Add note', exact: true }).waitFor();
    await page.getByRole('button', { name: 'View as customer', exact: true }).waitFor();
    for (const name of ['Suspend', 'Add credit']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
  });

  it('an owner adds credit, suspends with a cause and a reason, and resumes', async () => {
    const page = await arriveAsStaff(journey(), 'owner', '/operator/customers');
    await openCustomer(page);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add credit', exact: true }).click();
    await dialog.getByLabel('Amount', { exact: true }).fill('12.50');
    await dialog.getByLabel('Reason', { exact: true }).fill('Sorry for the outage');
    await dialog.getByRole('button', { name: 'Add credit', exact: true }).click();
    await page.getByText(/€12\.50 was added/).waitFor();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await dialog.getByLabel('Reason', { exact: true }).fill('Unpaid for months');
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByText('Suspended: Payment').first().waitFor();
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByText('The suspension has ended.').waitFor();
    await page.getByText('Active', { exact: true }).waitFor();
  });

  it('every tab of a customer opens', async () => {
    const page = await arriveAsStaff(journey(), 'owner', '/operator/customers');
    await openCustomer(page);
    for (const name of ['Money', 'Resources', 'Tickets', 'Mail', 'Notes', 'Limits', 'Audit log']) {
      await page.getByRole('navigation', { name: 'Parts of the customer' }).getByRole('link', { name }).click();
      await settle(page);
      expect(await page.getByText('could not be loaded').count()).toBe(0);
    }
  });

  it('support views as the customer, read-only, and the customer finds it in the audit log', async () => {
    const { panel, arrive } = journey();
    const page = await arriveAsStaff(journey(), 'support', '/operator/customers?search=Larkspur');
    await openCustomer(page);
    await page.getByRole('button', { name: 'View as customer', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason', { exact: true }).fill('Ticket 12: looks wrong');
    await dialog.getByRole('button', { name: 'View', exact: true }).click();
    const banner = page.getByText('You are viewing as Larkspur Studio');
    await banner.waitFor();
    await page.getByRole('link', { name: 'Tickets', exact: true }).click();
    await page.getByRole('heading', { name: 'Tickets' }).waitFor();
    expect(await page.getByRole('button', { name: 'New ticket' }).count()).toBe(0);
    // The token is in memory only. After a reload the page gets it again.
    await page.reload();
    await banner.waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.waitForURL('**/operator/customers/*');

    const customer = await arrive('/account/audit', panel.customer);
    await customer.getByText('Viewed this account').first().click();
    await customer.getByText('Ticket 12: looks wrong').waitFor();
  });

  it('an owner exports the data of a customer, closes the account by its name and reopens it', async () => {
    const created = ['--name', 'Leaver Ltd', '--email', 'leaver@example.com', '--password', 'a long enough password'];
    const { id } = await journey().panel.command<{ id: number }>('account', 'create', ...created);
    const page = await arriveAsStaff(journey(), 'owner', `/operator/customers/${id}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Export data' }).click();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    expect((await download).suggestedFilename()).toBe(`customer-${id}.zip`);
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Close account' }).click();
    expect(await dialog.getByRole('button', { name: 'Close account' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Type Leaver Ltd to confirm').fill('Leaver Ltd');
    await dialog.getByRole('button', { name: 'Close account' }).click();
    await page.getByText('The account is closed.').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Reopen' }).click();
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await page.getByText('The account is open again.').waitFor();
  });
});
