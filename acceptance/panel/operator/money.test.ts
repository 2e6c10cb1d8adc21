import { expect, it } from 'vitest';
import type { OperatorApi } from '../../../testing/api-types.ts';
import { settle } from '../../../testing/browser/panel.ts';
import { describeJourneys } from '../journey.ts';
import { arriveAsStaff } from './staff.ts';

/** The working day of the billing role, on the demo. */
describeJourneys('money in the console', (journey) => {
  const command = <T>(...args: (string | number)[]) => journey().panel.command<T>(...args);

  it('matches a bank line with the invoice beside it', async () => {
    const page = await arriveAsStaff(journey(), 'billing', '/operator/billing/bank');
    const line = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Match' }) });
    const number = await line.first().getByRole('link', { name: /^INV-/ }).first().textContent();
    await line.first().getByRole('button', { name: 'Match', exact: true }).first().click();
    await page.getByText(`is booked on ${number}`).waitFor();
    expect(await command<OperatorApi.StaffInvoice>('invoice', 'show', '--invoice', number ?? '')).toMatchObject({
      status: 'paid',
    });
  });

  it('imports a statement and shows the line that waits', async () => {
    const page = await arriveAsStaff(journey(), 'billing', '/operator/billing/bank');
    await page.getByRole('button', { name: 'Import statement' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Statement file/ })
      .click();
    const content = 'Date;Amount;Currency;Name;IBAN;Text\n2026-11-03;1.00;EUR;Somebody;;Thanks\n';
    await (await chooser).setFiles({ name: 'lines.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('article', { name: 'Somebody Thanks' }).waitFor();
  });

  it('refunds a part of a payment; the button shows the amount', async () => {
    const [paid] = await command<{ id: number; currency: string }[]>('payment', 'list', '--status', 'succeeded');
    const page = await arriveAsStaff(journey(), 'billing', `/operator/billing/payments?payment=${paid?.id}`);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
    await dialog.getByLabel('Amount', { exact: true }).fill('1.00');
    await dialog.getByLabel(/^Reason/).fill('As agreed');
    await dialog.getByRole('button', { name: /^Refund .*1\.00$/ }).click();
    await page.getByText('As agreed').first().waitFor();
  });

  it('forecasts the next renewals with amounts and reasons', async () => {
    const page = await arriveAsStaff(journey(), 'billing', '/operator/billing/forecast?days=30');
    await page.getByRole('table', { name: 'Tasks of the run' }).getByText('An invoice is issued.').first().click();
    await page
      .getByRole('dialog', { name: 'Task of the run' })
      .getByText(/One month of|Use of/)
      .waitFor();
  });

  it('shows the report of a month and the subscriptions, invoices and plans with their details', async () => {
    const page = await arriveAsStaff(journey(), 'owner', '/operator/billing/report');
    await page.getByRole('heading', { name: 'Tax by country' }).waitFor();
    await page.goto(`${journey().panel.url}/operator/catalog`);
    await page.getByRole('button', { name: 'Cloud M', exact: true }).click();
    await page.getByText('Version 1').waitFor();
    await page.goto(`${journey().panel.url}/operator/subscriptions`);
    await page.getByRole('table', { name: 'Subscriptions' }).getByRole('row').nth(1).waitFor();
    await page.goto(`${journey().panel.url}/operator/cancellations`);
    await page.getByRole('heading', { name: 'Cancellations' }).waitFor();
    await settle(page);
  });

  it('creates a plan with a price', async () => {
    const page = await arriveAsStaff(journey(), 'billing', '/operator/catalog');
    await page.getByRole('button', { name: 'Create plan' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('tiny');
    await dialog.getByLabel('Price a month').fill('4.90');
    await dialog.getByLabel('Default image').fill('debian/13');
    await dialog.getByRole('button', { name: 'Create plan' }).click();
    await page.getByRole('button', { name: 'tiny', exact: true }).waitFor();
    expect(await command('plan', 'show', '--id', 'tiny')).toMatchObject({ price: 490, currency: 'EUR' });
  });

  it('shows support invoices, but neither bank, payouts, forecast nor report', async () => {
    const page = await arriveAsStaff(journey(), 'support', '/operator/billing/invoices');
    await page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1).waitFor();
    for (const name of ['Bank', 'Payouts', 'Forecast', 'Report']) {
      expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0);
    }
    await page.getByRole('button', { name: /^INV-/ }).first().click();
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await page
      .getByRole('dialog', { name: /^Resend INV-/ })
      .getByRole('button', { name: 'Resend' })
      .click();
    await page.getByText(/^The invoice is sent to/).waitFor();
    expect(await page.getByRole('button', { name: 'Credit', exact: true }).count()).toBe(0);
  });
});
