import { expect, it } from 'vitest';
import { settle } from '../../../testing/browser/panel.ts';
import { describeJourneys } from '../journey.ts';
import { arriveAsStaff } from './staff.ts';

describeJourneys(
  'the settings page of the console',
  (journey) => {
    it('changes a setting, which takes effect on the public pages', async () => {
      const page = await arriveAsStaff(journey(), 'owner', '/operator/settings');
      const legal = page.getByRole('region', { name: 'Legal links' });
      await legal.getByLabel('Imprint').fill('https://example.com/new-imprint');
      await legal.getByRole('button', { name: 'Save Legal links' }).click();
      await page.getByText('The settings were saved.').waitFor();
      await settle(page);
      const answer = await fetch(`${journey().panel.url}/panel/api/v1/sign-up/settings`);
      expect(await answer.text()).toContain('https://example.com/new-imprint');
    });

    it('shows an error at its field, and a value of the environment as read-only', async () => {
      const page = await arriveAsStaff(journey(), 'owner', '/operator/settings');
      const brand = page.getByRole('region', { name: 'Brand' });
      await brand.getByLabel('Accent colour').fill('#ffee00');
      await brand.getByRole('button', { name: 'Save Brand' }).click();
      await brand.getByText('Choose a darker colour', { exact: false }).waitFor();
      const grace = page.getByLabel('Grace period');
      expect(await grace.isDisabled()).toBe(true);
      await page.getByText('Set by HOSTLER_GRACE_DAYS', { exact: false }).waitFor();
    });
  },
  { settings: { HOSTLER_GRACE_DAYS: '21' } },
);
