import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { until } from '../../testing/until.ts';
import { describeJourneys } from './journey.ts';

describeJourneys('paying in the panel', (journey) => {
  it('charges each due invoice once, despite a declined card, a killed server and a second tab', async () => {
    const { panel, arrive, api } = journey();
    const due = await listDue();
    expect(due.length).toBeGreaterThan(2);
    const page = await arrive('/billing/payment');
    await page.getByRole('button', { name: 'Add payment method', exact: true }).click();
    // Declines the first charge for each invoice.
    await page.getByRole('radio', { name: /9987/ }).check();
    await page.getByRole('button', { name: 'Save the card', exact: true }).click();
    await page.getByText('The card can be charged from now on.').waitFor();
    const secondTab = await page.context().newPage();
    const otherDialog = await openPayAll(secondTab);
    const dialog = await openPayAll(page);
    await page
      .getByRole('region', { name: 'Upcoming charges', includeHidden: true })
      .getByRole('row', { includeHidden: true })
      .nth(1)
      .waitFor();

    await dialog.getByRole('radio', { name: /9987/ }).check();
    await dialog.getByRole('button', { name: 'Pay all', exact: true }).dblclick();
    await dialog.getByText(`0 of ${due.length} invoices are paid.`).waitFor();
    await dialog.getByText('There was not enough money on the card.').waitFor();
    expect(await dialog.getByText('Not charged', { exact: true }).count()).toBe(due.length - 1);

    await dialog.getByRole('button', { name: `Pay ${due.length} invoices`, exact: true }).click();
    await dialog.getByText(`1 of ${due.length} invoices are paid.`).waitFor();
    expect(await dialog.getByText('Not charged', { exact: true }).count()).toBe(due.length - 2);

    await dialog.getByRole('radio', { name: /4242/ }).check();
    await dialog.getByRole('button', { name: `Pay ${due.length - 1} invoices`, exact: true }).click();
    await dialog.getByText('Paying', { exact: true }).waitFor();
    panel.process().kill('SIGKILL');
    await panel.restart();
    await until(
      async () => {
        const again = dialog.getByRole('button', { name: /^Pay \d+ invoices?$/, disabled: false });
        if (await again.isVisible()) await again.click({ timeout: 1000 }).catch(() => undefined);
        return dialog.getByText('All invoices are paid.').isVisible();
      },
      { everyMs: 200 },
    );
    await dialog.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByText('Nothing is due.').first().waitFor();

    await otherDialog.getByRole('button', { name: 'Pay all', exact: true }).click();
    await otherDialog.getByText('All invoices are paid.').waitFor();
    await secondTab.close();
    expect(await listDue()).toEqual([]);
    const { data: payments } = await api(panel.liveKey, '/billing/payments?per_page=100');
    for (const id of due) {
      const succeeded = payments.filter(({ invoice_id, status }) => invoice_id === id && status === 'succeeded');
      expect(succeeded).toHaveLength(1);
    }

    async function listDue(): Promise<number[]> {
      const lists = await Promise.all(
        (['overdue', 'unpaid'] as const).map((status) => api(panel.liveKey, `/billing/invoices?status=${status}`)),
      );
      const invoices = lists.flatMap(({ data }) => data as { id: number; on_hold: boolean }[]);
      return invoices.filter(({ on_hold }) => !on_hold).map(({ id }) => id);
    }

    async function openPayAll(tab: Page): Promise<Locator> {
      await tab.goto(`${panel.url}/billing`);
      await tab.getByRole('button', { name: 'Pay all', exact: true }).click();
      const opened = tab.getByRole('dialog', { name: `Pay ${due.length} invoices`, exact: true });
      await opened.getByRole('radio', { name: /4242/ }).waitFor();
      return opened;
    }
  });
});
