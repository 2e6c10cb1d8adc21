import { expect, it } from 'vitest';
import { settle } from '../../../testing/browser/panel.ts';
import { makePng } from '../../../testing/png.ts';
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

    it('gives the panel the name, the colour and the support address of the company', async () => {
      const page = await arriveAsStaff(journey(), 'owner', '/operator/settings');
      const brand = page.getByRole('region', { name: 'Brand' });
      await brand.getByLabel('Product name').fill('Acme Cloud');
      await brand.getByLabel('Support address').fill('help@acme.example');
      await brand.getByLabel('Accent colour').fill('#1a6b54');
      await brand.getByRole('button', { name: 'Save Brand' }).click();
      await page.getByText('The settings were saved.').waitFor();

      const visitor = await journey().visit();
      await visitor.goto(`${journey().panel.url}/sign-in`);
      await visitor.getByText('Acme Cloud', { exact: true }).waitFor();
      expect(await visitor.title()).toBe('Sign in · Acme Cloud');
      expect(await visitor.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe(
        'mailto:help@acme.example',
      );
      await visitor.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
      const colour = await visitor.evaluate(
        'getComputedStyle(document.querySelector("button[type=submit]")).backgroundColor',
      );
      expect(colour).toBe('rgb(26, 107, 84)');
      expect(await visitor.content()).not.toContain('Hostler');

      const panel = await journey().arrive('/tickets');
      await panel.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Acme Cloud' }).waitFor();
      await panel.getByRole('link', { name: 'help@acme.example' }).waitFor();
      expect(await panel.title()).toBe('Tickets · Acme Cloud');
      for (const name of ['product_name', 'support_address', 'accent_color']) {
        await journey().panel.command('setting', 'reset', '--name', name);
      }
    });

    it('uploads a logo, which replaces the name on all pages, and refuses an SVG', async () => {
      const page = await arriveAsStaff(journey(), 'owner', '/operator/settings');
      const images = page.getByRole('region', { name: 'Logo and favicon' });
      const choose = async (label: string, name: string, buffer: Buffer) => {
        const chooser = page.waitForEvent('filechooser');
        await images.getByRole('button', { name: `Upload ${label}`, exact: true }).click();
        await (await chooser).setFiles({ name, mimeType: 'image/png', buffer });
      };
      await choose('Logo', 'logo.svg', Buffer.from('<svg><script>alert(1)</script></svg>'));
      await images.getByText('must be a PNG image', { exact: false }).waitFor();
      await choose('Logo', 'large.png', Buffer.alloc(300 * 1024));
      await images.getByText('The file must have at most 256 KB.').waitFor();
      await choose('Logo', 'logo.png', makePng({ width: 240, height: 60 }));
      await images.getByText('240 × 60 pixels').waitFor();
      await choose('Favicon', 'favicon.png', makePng({ width: 64, height: 64 }));
      await images.getByText('64 × 64 pixels').waitFor();
      await journey().panel.command('setting', 'set', '--footer-links', 'Status https://status.acme.example');

      const visitor = await journey().visit();
      await visitor.goto(`${journey().panel.url}/sign-in`);
      const logo = visitor.getByRole('img', { name: 'Hostler' });
      await logo.waitFor();
      expect(await visitor.evaluate('document.querySelector("img[alt=Hostler]").naturalWidth')).toBe(240);
      expect(await visitor.locator('link[rel=icon]').getAttribute('href')).toContain('/brand/favicon.png?v=');
      const status = visitor.getByRole('link', { name: 'Status', exact: true });
      expect(await status.getAttribute('href')).toBe('https://status.acme.example');
      const panel = await journey().arrive('/tickets');
      await panel.getByRole('navigation', { name: 'Main' }).getByRole('img', { name: 'Hostler' }).waitFor();
      await panel.getByRole('link', { name: 'Status', exact: true }).waitFor();

      for (const label of ['Logo', 'Favicon']) {
        await images.getByRole('button', { name: `Remove ${label}`, exact: true }).click();
        await page.getByText(`${label}: the image was removed.`).waitFor();
      }
      await journey().panel.command('setting', 'reset', '--name', 'footer_links');
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
