import { it } from 'vitest';
import { signIn } from '../../testing/browser/panel.ts';
import { describeJourneys } from './journey.ts';

describeJourneys(
  'signing in with a passkey',
  (journey) => {
    it('accepts a passkey instead of the password', async () => {
      const { panel, visit } = journey();
      // Browsers support passkeys for host names, not for IP addresses.
      const url = panel.url.replace('127.0.0.1', 'localhost');
      const page = await visit();
      const tools = await page.context().newCDPSession(page);
      await tools.send('WebAuthn.enable');
      await tools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await signIn(page, url, panel.customer, '/account/security');
      await page.getByRole('button', { name: 'Add a passkey', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('Laptop');
      await dialog.getByRole('button', { name: 'Add passkey', exact: true }).click();
      await page.getByRole('button', { name: 'Remove Laptop', exact: true }).waitFor();
      await page.context().clearCookies();
      await page.goto(`${url}/sign-in`);
      await page.getByRole('button', { name: /passkey/i }).click();
      await page.getByRole('link', { name: 'Overview', exact: true }).first().waitFor();
    });
  },
  { browserName: 'chromium' },
);
