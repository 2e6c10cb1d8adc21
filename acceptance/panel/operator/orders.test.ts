import { expect, it } from 'vitest';
import type { OrderedSubscription } from '../../../testing/api-types.ts';
import { settle } from '../../../testing/browser/panel.ts';
import { describeJourneys, type Journey } from '../journey.ts';
import { arriveAsStaff } from './staff.ts';

async function order({ api, panel }: Journey, hostname: string): Promise<OrderedSubscription> {
  const plans = (await api(panel.liveKey, '/subscriptions/plans')).data;
  const { status, data } = await api(panel.liveKey, '/subscriptions', { plan: plans[0]?.name, hostname });
  expect([status, data.in_review]).toEqual([201, true]);
  return data;
}

describeJourneys(
  'the orders page of the console',
  (journey) => {
    it('shows an order in review to its customer and approves it', async () => {
      const { id } = await order(journey(), 'review.example.com');
      const customer = await journey().arrive(`/order/placed/${id}`);
      await customer.getByText('In review', { exact: false }).waitFor();
      await customer.goto(`${journey().panel.url}/billing`);
      await customer.getByText('In review', { exact: true }).first().waitFor();

      const page = await arriveAsStaff(journey(), 'billing', '/operator/orders');
      const row = page.getByRole('row').filter({ hasText: 'review.example.com' });
      await row.getByRole('button').first().click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText('Billing address').waitFor();
      await drawer.getByRole('button', { name: 'Approve', exact: true }).click();
      await drawer.getByText('Approved', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await row.waitFor({ state: 'detached' });
      const { data } = await journey().api(journey().panel.liveKey, `/subscriptions/show?id=${id}`);
      expect(data.in_review).toBe(false);
    });

    it('refuses an order with a reason and blocks the customer, and the entry can be removed', async () => {
      const { id } = await order(journey(), 'refused.example.com');
      const page = await arriveAsStaff(journey(), 'billing', '/operator/orders');
      const row = page.getByRole('row').filter({ hasText: 'refused.example.com' });
      await row.getByRole('button', { name: 'Refuse', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('We could not verify your address');
      await dialog.getByLabel('E-mail address', { exact: false }).check();
      await dialog.getByRole('button', { name: 'Refuse', exact: true }).click();
      await row.waitFor({ state: 'detached' });
      const { data } = await journey().api(journey().panel.liveKey, `/subscriptions/show?id=${id}`);
      expect(data.status).toBe('cancelled');

      await page.getByRole('link', { name: 'Block list', exact: true }).click();
      await page.getByText('We could not verify your address.').waitFor();
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('The block list is empty.', { exact: false }).waitFor();
    });

    it('approves several orders and shows the result of each', async () => {
      await order(journey(), 'one.example.com');
      await order(journey(), 'two.example.com');
      const page = await arriveAsStaff(journey(), 'owner', '/operator/orders');
      await page.getByLabel('Select all rows').check();
      await page.getByRole('button', { name: /^\d+ selected$/ }).click();
      await page.getByRole('menuitem', { name: 'Approve', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Results' });
      for (const name of ['one.example.com', 'two.example.com']) {
        await dialog.getByRole('listitem').filter({ hasText: name }).waitFor();
      }
      expect(await dialog.getByText(/refused$/).count()).toBe(0);
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      await page.getByText('No order is waiting', { exact: false }).waitFor();
      const support = await arriveAsStaff(journey(), 'support', '/operator/orders/all');
      await support.getByText('one.example.com', { exact: false }).first().waitFor();
      await settle(support);
      expect(await support.getByRole('link', { name: 'Block list', exact: true }).count()).toBe(0);
    });
  },
  { settings: { HOSTLER_ORDER_REVIEW: 'all' } },
);
