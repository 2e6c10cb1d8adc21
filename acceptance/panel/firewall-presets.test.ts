import { expect, it } from 'vitest';
import { describeJourneys } from './journey.ts';

const EVERYWHERE = ['0.0.0.0/0', '::/0'];
const settings = { HOSTLER_TRUSTED_PROXIES: '127.0.0.0/8' };

describeJourneys(
  'the presets of firewalls',
  (journey) => {
    it('add rules once, and show the address of the reader before it is allowed', async () => {
      const { panel, api, arrive } = journey();
      const page = await arrive('/firewalls');
      for (const [name, address, network] of [
        ['Six', '2001:db8::7', '2001:db8::7/128'],
        ['Four', '203.0.113.9', '203.0.113.9/32'],
      ] as const) {
        await page.setExtraHTTPHeaders({ 'x-forwarded-for': address });
        await page.goto(`${panel.url}/firewalls?new=true`);
        const dialog = page.getByRole('dialog');
        const add = (preset: string) => dialog.getByRole('button', { name: preset, exact: true }).click();
        await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
        await dialog.getByText(`Your address is ${address}.`, { exact: false }).waitFor();
        await add('Web');
        await dialog.getByText('SSH will be blocked', { exact: true }).waitFor();
        await add('SSH from my address');
        await dialog.getByText('SSH will be blocked', { exact: true }).waitFor({ state: 'detached' });
        expect(await dialog.getByRole('button', { name: 'Web', exact: true }).isDisabled()).toBe(true);
        await dialog.getByRole('button', { name: 'Save', exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
        const { data } = await api(panel.liveKey, `/firewalls?search=${name}`);
        expect(data[0]?.inbound.map(({ ports, networks }) => [ports, networks])).toEqual([
          ['80', EVERYWHERE],
          ['443', EVERYWHERE],
          ['22', [network]],
        ]);
      }
    });

    it('allow SSH and mail from everywhere', async () => {
      const { panel, api, arrive } = journey();
      const page = await arrive('/firewalls?new=true');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Post');
      for (const name of ['SSH', 'Mail', 'Save']) await dialog.getByRole('button', { name, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      const { data } = await api(panel.liveKey, '/firewalls?search=post');
      expect(data[0]?.inbound.map(({ ports }) => ports)).toEqual(['22', '25', '465', '587', '993']);
    });
  },
  { settings },
);
