import { expect, it } from 'vitest';
import { openSignedIn, settle, signIn } from '../../../testing/browser/panel.ts';
import { describeJourneys } from '../journey.ts';
import { arriveAsStaff, staffOf } from './staff.ts';

const LINKS = [
  'Today',
  'Customers',
  'Orders',
  'Servers',
  'Nodes',
  'Tickets',
  'Catalog',
  'Billing',
  'Operations',
  'Staff',
  'Audit log',
  'Settings',
];

describeJourneys('the console', (journey) => {
  it('opens for staff after sign-in and shows the pages of their role', async () => {
    const { panel, visit } = journey();
    const page = await visit();
    await page.goto(`${panel.url}/sign-in`);
    const { email, password } = await staffOf(journey(), 'owner');
    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    for (const name of LINKS) await page.getByRole('link', { name, exact: true }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/operator');
    const support = await arriveAsStaff(journey(), 'support', '/operator/audit');
    await support.getByRole('heading', { name: 'Audit log' }).waitFor();
    expect(await support.getByRole('link', { name: 'Staff', exact: true }).count()).toBe(0);
  });

  it('leads visitors to sign-in and back, and refuses customers', async () => {
    const { panel, visit, arrive } = journey();
    const page = await visit();
    await page.goto(`${panel.url}/operator/audit`);
    await page.waitForURL('**/sign-in?next=*');
    const { email, password } = await staffOf(journey(), 'owner');
    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    const customer = await arrive('/operator');
    await customer.getByText('The console is for staff').waitFor();
  });

  it('finds records of all customers with the keyboard', async () => {
    const page = await arriveAsStaff(journey(), 'owner', '/operator/audit');
    await page.getByLabel('Search', { exact: true }).fill('example');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/operator/audit');
  });

  it('adds staff and changes their roles', async () => {
    const { panel } = journey();
    const page = await arriveAsStaff(journey(), 'owner', '/operator/staff');
    await page.getByRole('button', { name: 'Add staff', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail', { exact: true }).fill(panel.member.email);
    await dialog.getByLabel('Billing').check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('row', { name: new RegExp(`${panel.member.email}.*Support, Billing`) }).waitFor();
    const member = await journey().arrive('/', panel.member);
    await member.getByRole('button', { name: /, menu$/ }).click();
    await member.getByRole('menuitem', { name: 'Operator console' }).click();
    await member.waitForURL('**/operator');
  });

  it('loads less than 250 KB of compressed scripts for its first page', async () => {
    const { visit, panel } = journey();
    const page = await visit();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (!new URL(response.url()).pathname.endsWith('.js')) return;
      sizes.push(
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      );
    });
    await openSignedIn(page, panel.url, await staffOf(journey(), 'owner'), '/operator');
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    await settle(page);
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(250_000);
  });

  it('shows technicians no page that they may not read', async () => {
    const page = await arriveAsStaff(journey(), 'technician', '/operator/operations');
    await page.getByRole('link', { name: 'Webhooks', exact: true }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Mails', exact: true }).count()).toBe(0);
    await page.goto(`${journey().panel.url}/operator/customers`);
    await page.getByRole('link', { name: 'Subscriptions', exact: true }).first().waitFor();
    for (const name of ['Cancellations', 'Import']) {
      expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0);
    }
    for (const path of ['/operator/import', '/operator/orders/blocks', '/operator/setup']) {
      await page.goto(`${journey().panel.url}${path}`);
      await page.getByText('Your role cannot open this page').waitFor();
    }
  });

  it('is not loaded by the customer panel', async () => {
    const { panel, visit } = journey();
    const page = await visit();
    const scripts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.text());
    });
    await signIn(page, panel.url, panel.customer);
    for (const name of ['Servers', 'Tickets', 'Billing', 'Account']) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await settle(page);
    }
    const loaded = await Promise.all(scripts);
    expect(loaded.length).toBeGreaterThan(3);
    expect(
      loaded.filter((text) => /\/operator\/billing\/bank|operator-keys/.test(text)).map((text) => text.slice(0, 80)),
    ).toEqual([]);
  });
});
