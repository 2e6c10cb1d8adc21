import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findLink } from '../../testing/browser/mail.ts';
import { readMails } from '../../testing/server/mail.ts';
import { createSshKey } from '../../testing/ssh-key.ts';
import { until } from '../../testing/until.ts';
import { describeJourneys } from './journey.ts';
import { comeBack, here, press } from './ordering.ts';

const STEPS = ['Point a domain', 'Set a firewall', 'Take a backup'];

/** Orders Cloud S from the step that describes the server. */
async function orderServer(page: Page, url: string, hostname: string, login: string): Promise<void> {
  await page.goto(`${url}/order/Cloud%20S?step=server`);
  await page.getByLabel('Host name', { exact: true }).fill(hostname);
  await page.getByRole('radio', { name: login, exact: true }).check();
}

describeJourneys('the first login to a server', (journey) => {
  it('is by a key that a new customer saves in the order, and the ready page has the command', async () => {
    const { panel, visit } = journey();
    const page = await visit();
    const email = 'lena@meadow.example';
    await page.goto(`${panel.url}/sign-up`);
    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await page.getByLabel('Name', { exact: true }).fill('Lena Wiese');
    await page.getByRole('checkbox').check();
    await press(page, 'Create account');
    await page.goto(here(panel.url, await until(() => findLink(panel.dataDir, email, '/sign-up/confirm'))));
    await press(page, 'Confirm and sign in');
    await page.getByRole('link', { name: 'Overview', exact: true }).first().waitFor();

    await orderServer(page, panel.url, 'meadow.example', 'SSH key (recommended)');
    await page.getByLabel('SSH keys', { exact: true }).fill(createSshKey('lena@laptop'));
    expect(await page.getByLabel('Save new keys to the account', { exact: true }).isChecked()).toBe(true);
    await press(page, 'Continue');
    await page.getByLabel('Street and number', { exact: true }).fill('Wiesenweg 4');
    await page.getByLabel('Postal code', { exact: true }).fill('20095');
    await page.getByLabel('City', { exact: true }).fill('Hamburg');
    await page.getByRole('combobox', { name: 'Country' }).fill('Germany');
    await page.getByRole('option', { name: 'Germany', exact: true }).click();
    await press(page, 'Save details');
    await page.getByLabel('Simulated card').check();
    await press(page, /^Order and pay/);
    await press(page, /^Pay/);
    await comeBack(page, panel.url);

    const login = page.getByRole('region', { name: 'Log in', exact: true });
    await login.getByText(/^ssh root@\d+\.\d+\.\d+\.\d+$/).waitFor();
    await login.getByRole('button', { name: 'Copy the command', exact: true }).waitFor();
    expect(await login.getByRole('button', { name: 'Show one-time root password' }).count()).toBe(0);
    for (const name of STEPS) await page.getByRole('link', { name, exact: true }).waitFor();
    await page.goto(`${panel.url}/account/ssh-keys`);
    await page.getByText('lena@laptop', { exact: true }).waitFor();
    await page.goBack();
    await login.getByRole('link', { name: 'Console', exact: true }).click();
    await page.locator('.xterm-rows').filter({ hasText: 'root@' }).waitFor();
  });

  it('is by a password that is generated when asked for, shown once, and in no mail', async () => {
    const { panel, arrive, api } = journey();
    await panel.command('account', 'credit', '--id', 1, '--amount', 100_000, '--reason', 'test');
    const page = await arrive();
    await orderServer(page, panel.url, 'word.example', 'One-time root password');
    expect(await page.getByLabel('SSH keys', { exact: true }).count()).toBe(0);
    await press(page, 'Continue');
    await press(page, /^Order (and pay|with obligation)/);
    const get = page.getByRole('button', { name: 'Show one-time root password', exact: true });
    await get.click();
    const box = page.getByRole('dialog', { name: 'word.example', exact: true });
    const password = await box.getByLabel('Root password', { exact: true }).inputValue();
    expect(password).toMatch(/^[0-9A-Za-z]{24}$/);
    const command = await box.getByText(/^ssh root@/).textContent();
    await box.getByRole('button', { name: "I've saved it", exact: true }).click();
    await box.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(password);
    expect(await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])')).not.toContain(password);
    const mail = await until(async () =>
      (await readMails(panel.dataDir)).find(({ subject }) => subject === 'Your server word.example is ready'),
    );
    expect(mail.text).toContain(command);
    expect(JSON.stringify(await readMails(panel.dataDir))).not.toContain(password);

    const { data } = await api(panel.liveKey, '/hosting?search=word.example');
    expect(data).toMatchObject([{ login: 'password' }]);
    await page.goto(`${panel.url}/servers/${data[0]?.id}`);
    const facts = page.getByRole('region', { name: 'Overview', exact: true });
    await facts.getByText(command ?? '', { exact: true }).waitFor();
    for (const name of STEPS) await page.getByRole('link', { name, exact: true }).waitFor();
  });

  it('is by password without a key, also if keys are typed for the other choice', async () => {
    const { arrive, panel } = journey();
    const page = await arrive();
    await orderServer(page, panel.url, 'none.example', 'SSH key (recommended)');
    await page.getByLabel('SSH keys', { exact: true }).fill('not a key');
    await page.getByRole('radio', { name: 'One-time root password', exact: true }).check();
    await press(page, 'Continue');
    await page
      .getByRole('button', { name: /^Order/ })
      .first()
      .waitFor();
  });
});
