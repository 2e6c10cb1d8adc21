import { expect, it } from 'vitest';
import { eventually } from '../../testing/until.ts';
import { describeJourneys } from './journey.ts';

describeJourneys('API keys in the panel', (journey) => {
  it('are created with some scopes, work within them, and are revoked immediately', async () => {
    const { api, arrive } = journey();
    const page = await arrive('/developers/keys');
    await page.getByRole('button', { name: 'Create API key', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    const create = dialog.getByRole('button', { name: 'Create key', exact: true });
    expect(await dialog.getByRole('button', { name: 'Read-only', pressed: true }).count()).toBe(1);
    expect(await create.isDisabled(), 'without a name').toBe(true);
    await dialog.getByLabel('Name', { exact: true }).fill('journey');
    expect(await create.isEnabled(), 'with a name and the preset').toBe(true);
    await dialog.getByRole('button', { name: 'Billing', exact: true }).click();
    expect(await dialog.getByRole('checkbox', { name: 'billing.write', exact: true }).isChecked()).toBe(true);
    for (const scope of ['billing.read', 'billing.write']) {
      await dialog.getByRole('checkbox', { name: scope, exact: true }).uncheck();
    }
    expect(await create.isDisabled(), 'without a scope').toBe(true);
    for (const scope of ['tickets.read', 'hosting.read']) {
      await dialog.getByRole('checkbox', { name: scope, exact: true }).check();
    }
    await create.click();
    const key = await page.getByRole('textbox', { name: 'API key', exact: true }).inputValue();
    expect(key).toMatch(/^svc_live_\w{36}$/);
    expect((await api(key, '/tickets')).status).toBe(200);
    expect((await api(key, '/databases')).status).toBe(403);
    expect((await api(key, '/tickets', { subject: 'a', message: 'b' })).status).toBe(403);
    await page.getByRole('button', { name: "I've saved it" }).click();
    await page.getByRole('row').filter({ hasText: 'journey' }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: /Revoke/ }).click();
    const sure = page.getByRole('dialog');
    await sure.getByRole('textbox').fill('journey');
    await sure.getByRole('button', { name: /Revoke/ }).click();
    await page.getByRole('row').filter({ hasText: 'journey' }).getByText('Revoked').waitFor();
    await eventually(async () => expect((await api(key, '/tickets')).status).toBe(401));
  });
});
