import { expect, it, vi } from 'vitest';
import { findLink } from '../../testing/browser/mail.ts';
import { describeJourneys } from './journey.ts';

describeJourneys('people in the panel', (journey) => {
  it('are invited by mail, sign in for the first time, and see what they may see', async () => {
    const { panel, arrive, visit } = journey();
    const email = 'nina@larkspur.example';
    const page = await arrive('/account/people');
    await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail', { exact: true }).fill(email);
    await dialog.getByText('Technical', { exact: true }).first().click();
    await dialog.getByRole('button', { name: 'Send invitation', exact: true }).click();
    await page.getByText(email, { exact: false }).first().waitFor();
    const link = await vi.waitUntil(() => findLink(panel.dataDir, email, '/invitation'), {
      timeout: 20_000,
      interval: 200,
    });

    const guest = await visit();
    await guest.goto(link.replace(/^https?:\/\/[^/]+/, panel.url));
    await guest.getByLabel('Your name', { exact: true }).fill('Nina Roth');
    await guest.getByLabel('Password', { exact: true }).fill('a long enough password');
    await guest.getByRole('button', { name: 'Join', exact: true }).click();
    await guest.getByRole('link', { name: 'Servers', exact: true }).first().waitFor();
    expect(await guest.getByRole('link', { name: 'Billing', exact: true }).count()).toBe(0);

    // The link was good for one use.
    const another = await visit();
    await another.goto(link.replace(/^https?:\/\/[^/]+/, panel.url));
    await another.getByText('This invitation cannot be used').waitFor();
  });
});
