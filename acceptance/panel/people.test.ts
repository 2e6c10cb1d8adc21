import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, it, vi } from 'vitest';
import { describeJourneys } from './journey.ts';

/** The link in the newest mail to an address, as the files of a machine without a mail server have it. */
async function findLink(dataDir: string, address: string, path: string): Promise<string | undefined> {
  const folder = join(dataDir, 'mail');
  const files = await readdir(folder).catch(() => []);
  for (const file of files
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()) {
    const mail = await PostalMime.parse(await readFile(join(folder, file)));
    if (!mail.to?.some((to) => to.address === address)) continue;
    const [link] = mail.text?.match(new RegExp(`https?://\\S+${path}#\\S+`)) ?? [];
    if (link) return link;
  }
  return undefined;
}

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
