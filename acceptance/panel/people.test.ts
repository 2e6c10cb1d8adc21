import { expect, it } from 'vitest';
import { findLink } from '../../testing/browser/mail.ts';
import { until } from '../../testing/until.ts';
import { describeJourneys, type Journey } from './journey.ts';

/** Invites a person with the permissions of a preset. */
async function invite({ panel, arrive, visit }: Journey, email: string, preset: string) {
  const page = await arrive('/account/people');
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail', { exact: true }).fill(email);
  await dialog.getByText(preset, { exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Send invitation', exact: true }).click();
  await page.getByText(email, { exact: false }).first().waitFor();
  const link = await until(() => findLink(panel.dataDir, email, '/invitation'));
  const address = link.replace(/^https?:\/\/[^/]+/, panel.url);
  const guest = await visit();
  await guest.goto(address);
  await guest.getByLabel('Your name', { exact: true }).fill('Nina Roth');
  await guest.getByLabel('Password', { exact: true }).fill('a long enough password');
  await guest.getByRole('button', { name: 'Join', exact: true }).click();
  return { guest, address };
}

describeJourneys('people in the panel', (journey) => {
  it('with access to invoices only do not see a server as being created forever', async () => {
    const { panel, api } = journey();
    const { data } = await api(panel.liveKey, '/subscriptions?status=active&per_page=100');
    const ordered = data.find(({ hosting_id }) => hosting_id !== null);
    const { guest } = await invite(journey(), 'olga@larkspur.example', 'Billing');
    await guest.getByRole('link', { name: 'Billing', exact: true }).first().waitFor();
    await guest.goto(`${panel.url}/order/placed/${ordered?.id}`);
    const progress = guest.getByRole('list', { name: 'Progress of the order' });
    await progress.getByText('Ordered', { exact: true }).waitFor();
    expect(await progress.getByText('Creating the server').count()).toBe(0);
  });

  it('are invited by mail, sign in for the first time, and see only permitted pages', async () => {
    const { visit } = journey();
    const { guest, address } = await invite(journey(), 'nina@larkspur.example', 'Technical');
    await guest.getByRole('link', { name: 'Servers', exact: true }).first().waitFor();
    expect(await guest.getByRole('link', { name: 'Billing', exact: true }).count()).toBe(0);

    // The link can be used once.
    const another = await visit();
    await another.goto(address);
    await another.getByText('This invitation cannot be used').waitFor();
  });
});
