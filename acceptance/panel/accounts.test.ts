import { it } from 'vitest';
import { describeJourneys } from './journey.ts';

describeJourneys('several accounts in the panel', (journey) => {
  it('can be switched from any page without unsaved changes', async () => {
    const { panel, arrive } = journey();
    await panel.command('account', 'create', '--name', 'Second Ltd', '--email', panel.customer.email);
    const page = await arrive('/servers');
    await page.getByRole('heading', { name: 'Servers', exact: true }).waitFor();
    await page.getByRole('button', { name: /^Account .*, change$/ }).click();
    await page.getByRole('menuitem', { name: /Second Ltd/ }).click();
    await page.getByRole('button', { name: 'Account Second Ltd, change' }).waitFor();
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
  });
});
