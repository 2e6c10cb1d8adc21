import { expect, it } from 'vitest';
import { signIn } from '../../testing/browser/panel.ts';
import { describeJourneys } from './journey.ts';
import { comeBack, describeServer, press } from './ordering.ts';

// The only browser test of `npm test`. The other files of this folder examine each step in detail.
describeJourneys('the panel, in short', (journey) => {
  it('a customer signs in, orders and pays for a server, and writes a ticket', async () => {
    const { panel, visit, api } = journey();
    const page = await visit();
    await signIn(page, panel.url, panel.customer, '/order');
    await page.getByRole('radio', { name: 'Cloud S', exact: true }).click();
    await describeServer(page, 'smoke.example');
    await page.getByLabel('Simulated card', { exact: true }).check();
    await page.getByRole('button', { name: /^Order and pay/ }).click();
    await press(page, /^Pay/);
    await comeBack(page, panel.url);
    await page.getByText('Your server is ready').waitFor();
    await page.getByText('Paid', { exact: true }).first().waitFor();

    await page.getByRole('link', { name: 'Tickets', exact: true }).first().click();
    await page.getByRole('button', { name: 'New ticket', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Subject', { exact: true }).fill('First steps');
    await dialog.getByLabel('Message', { exact: true }).fill('How do I sign in to the server?');
    await dialog.getByRole('button', { name: 'Create ticket', exact: true }).click();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();

    const { data: servers } = await api(panel.liveKey, '/hosting?search=smoke.example');
    expect(servers).toMatchObject([{ hostname: 'smoke.example', status: 'running' }]);
    const { data: orders } = await api(panel.liveKey, '/subscriptions?search=smoke.example');
    expect(orders).toMatchObject([{ name: 'Cloud S (smoke.example)', status: 'active' }]);
    const { data: invoices } = await api(panel.liveKey, '/billing/invoices?per_page=1');
    expect(invoices).toMatchObject([{ subscription_id: orders[0]?.id, status: 'paid', amount_due: 0 }]);
    const { data: tickets } = await api(panel.liveKey, '/tickets?search=First%20steps');
    expect(tickets).toMatchObject([{ subject: 'First steps', status: 'open' }]);
  });
});
