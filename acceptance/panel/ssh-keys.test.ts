import { expect, it } from 'vitest';
import { createSshKey } from '../../testing/ssh-key.ts';
import { until } from '../../testing/until.ts';
import { describeJourneys, type Journey } from './journey.ts';

const SELLER_ZONE = 'Pacific/Kiritimati';
const settings = { HOSTLER_SELLER_TIME_ZONE: SELLER_ZONE };

const define = (journey: () => Journey) => {
  it('are kept in the account, chosen for a server, and stay there when they are removed from the account', async () => {
    const { panel, api, arrive } = journey();
    const [laptop, desktop] = [createSshKey('me@laptop'), createSshKey('me@desktop')];
    const page = await arrive('/account/ssh-keys');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click();
    await press('Add SSH key');
    await page.getByLabel('Public key', { exact: true }).fill('ssh-ed25519 none');
    await press('Add SSH key');
    await page.getByText('Is damaged: it does not hold a key of type ssh-ed25519.').waitFor();
    await page.getByLabel('Public key', { exact: true }).fill(laptop);
    await press('Add SSH key');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { data: kept } = await api(panel.liveKey, '/ssh-keys');
    expect(kept).toMatchObject([{ name: 'me@laptop', public_key: laptop }]);
    await page
      .getByText(kept[0]?.fingerprint ?? '')
      .first()
      .waitFor();

    // Without a key nobody can log in.
    const { data: servers } = await api(panel.liveKey, '/hosting?search=db1&status=running');
    const id = servers[0]?.id ?? 0;
    await page.goto(`${panel.url}/servers/${id}`);
    await page.getByRole('link', { name: 'Add an SSH key', exact: true }).click();
    await press('Add key');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'SSH keys of the account' }).click();
    await page.getByRole('option', { name: 'me@laptop', exact: true }).click();
    await dialog.getByLabel('Public key', { exact: true }).fill(desktop);
    await dialog.getByRole('button', { name: 'Save to the account', exact: true }).click();
    await until(async () => (await api(panel.liveKey, '/ssh-keys')).data.length === 2);
    await expect.poll(() => dialog.getByLabel('Public key', { exact: true }).inputValue(), { interval: 200 }).toBe('');
    await dialog.getByRole('button', { name: 'Add key', exact: true }).click();
    const keysOf = async () => (await api(panel.liveKey, `/hosting/ssh-keys?id=${id}`)).data.ssh_keys;
    await until(async () => (await keysOf()).length === 2);
    expect(await keysOf()).toEqual([laptop, desktop]);
    await page.goto(`${panel.url}/servers/${id}`);
    await page.getByText(/^ssh root@/).waitFor();

    await page.goto(`${panel.url}/account/ssh-keys`);
    await page.getByRole('button', { name: 'Actions for me@laptop' }).click();
    await page.getByRole('menuitem', { name: 'Remove SSH key' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('me@laptop');
    await press('Remove SSH key');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await api(panel.liveKey, '/ssh-keys')).data.map(({ name }) => name)).toEqual(['me@desktop']);
    expect(await keysOf()).toEqual([laptop, desktop]);
  });

  it('are replaced by their log-in line on the overview of a server, with its renewal in the time zone of the seller', async () => {
    const { panel, api, arrive } = journey();
    const { data: servers } = await api(panel.liveKey, '/hosting?search=shop&status=running');
    const { id = 0, ipv4 = [], subscription_id = 0 } = servers[0] ?? {};
    const page = await arrive(`/servers/${id}`);
    const facts = page.getByRole('region', { name: 'Overview', exact: true });
    await facts.getByRole('link', { name: 'Add an SSH key', exact: true }).waitFor();
    await facts.getByText(ipv4[0] ?? '', { exact: true }).waitFor();
    await facts.getByText('Debian 13', { exact: true }).waitFor();
    await facts.getByText('Running', { exact: true }).waitFor();
    await api(panel.liveKey, '/hosting/access', { id, ssh_keys: [createSshKey('me@laptop')] });
    await facts.getByText(`ssh root@${ipv4[0]}`, { exact: true }).waitFor();

    const { data: subscription } = await api(panel.liveKey, `/subscriptions/show?id=${subscription_id}`);
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: SELLER_ZONE });
    const renewal = facts.getByRole('link', {
      name: `Renews ${day.format(new Date(subscription.current_period_end))}`,
      exact: true,
    });
    await renewal.hover();
    await page.getByText(/ GMT\+14$/).waitFor();
    await renewal.click();
    await page.getByRole('heading', { name: 'Subscription', exact: true }).waitFor();
    expect(new URL(page.url()).hash).toBe('#subscription');

    // The charts had their own tab once.
    await page.goto(`${panel.url}/servers/${id}/charts?range=7d`);
    await page.getByRole('radio', { name: '7 d', exact: true, checked: true }).waitFor({ state: 'attached' });
    expect(new URL(page.url()).pathname).toBe(`/servers/${id}`);
  });
};

describeJourneys('SSH keys in the panel', define, { settings });
