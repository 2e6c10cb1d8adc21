import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failNext } from '../../../server/src/engines/simulation/faults.ts';
import { settle } from '../../../testing/browser/panel.ts';
import { until } from '../../../testing/until.ts';
import { describeJourneys } from '../journey.ts';
import { arriveAsStaff } from './staff.ts';

describeJourneys('operations in the console', (journey) => {
  const command = <T>(...args: (string | number)[]) => journey().panel.command<T>(...args);

  it('show a failed action with its engine calls, and start it again', async () => {
    const { panel, api } = journey();
    const { data: servers } = await api(panel.liveKey, '/hosting?status=running');
    const countRestarts = async () => {
      const ended = await command<{ type: string }[]>('action', 'list', '--status', 'succeeded');
      return ended.filter(({ type }) => type === 'hosting.restart').length;
    };
    const before = await countRestarts();
    const message = 'The host is full.';
    const engine = join(panel.dataDir, 'simulated', 'vps');
    await failNext(engine, { operation: 'restart', code: 'refused', message, times: 1 });
    expect((await api(panel.liveKey, `/hosting/restart?id=${servers[0]?.id}`, {})).status).toBe(202);

    const page = await arriveAsStaff(journey(), 'technician', '/operator/operations/actions');
    const row = page.getByRole('row').filter({ hasText: message });
    await row.waitFor();
    await row.getByRole('button', { name: /^hosting.restart/ }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Engine calls').waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Retry', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    // The retry is carried out.
    await until(async () => (await countRestarts()) > before);
  });

  it('show a mail with its text and its result, and send it again', async () => {
    const page = await arriveAsStaff(journey(), 'support', '/operator/operations/mails?search=invoice');
    const row = page.getByRole('row').filter({ hasText: 'Invoice' }).first();
    await row.locator('[data-row-opener]').click();
    const drawer = page.getByRole('dialog');
    await drawer.locator('pre').filter({ hasText: 'invoice' }).waitFor();
    await drawer.getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByText(/^The mail to .* was queued again\.$/).waitFor();
  });

  it('keep a row open that was opened while a search was still being typed', async () => {
    const page = await arriveAsStaff(journey(), 'support', '/operator/operations/mails?search=invoice');
    const opener = page.getByRole('row').filter({ hasText: 'Invoice' }).first().locator('[data-row-opener]');
    await opener.waitFor();
    const field = page.getByRole('searchbox').first();
    await field.fill('invoice i');
    await opener.click();
    await page.waitForURL((url) => url.searchParams.get('search') === 'invoice i' || url.searchParams.has('mail'));
    await page.getByRole('dialog').locator('pre').waitFor();
    // The typed text arrives in the address later, or is left out.
    await settle(page);
    expect(new URL(page.url()).searchParams.has('mail')).toBe(true);
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  it('show failing webhooks and the state of every engine', async () => {
    const page = await arriveAsStaff(journey(), 'technician', '/operator/operations/webhooks?failing=true');
    const table = page.getByRole('table', { name: 'Webhooks' });
    await table.getByText('Failing', { exact: true }).first().waitFor();
    await table
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Redeliver' }).click();
    await page.getByText('Failed and waiting deliveries are sent again.').waitFor();
    await page.getByRole('link', { name: 'Engines', exact: true }).first().click();
    const engines = page.getByRole('table', { name: 'Engines' });
    await engines.getByRole('row').nth(1).waitFor();
    await settle(page);
    expect(await engines.getByText('Not reached').count()).toBe(0);
  });
});
