import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { failNext } from '../../server/src/engines/simulation/faults.ts';
import { findLink } from '../../testing/browser/mail.ts';
import { openPlanChange } from '../../testing/browser/pages.ts';
import { until } from '../../testing/until.ts';
import { describeJourneys } from './journey.ts';
import { comeBack, describeServer, here, press } from './ordering.ts';

/** Page of the simulated payment provider. */
const PROVIDER = /\/simulated-payment/;

const FIRST_PAYMENT = 'Your account is activated by its first payment';

/** Fills in the sign-up form, which asks for no postal address. */
async function fillInSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByLabel('Name', { exact: true }).fill('Ines Moreau');
  expect(await page.getByLabel('Street and number', { exact: true }).count()).toBe(0);
  await page.getByRole('checkbox').check();
}

/** Fills in the billing details of the last step. */
async function fillInAddress(page: Page): Promise<void> {
  await page.getByLabel('Street and number', { exact: true }).fill('Rue des Lilas 4');
  await page.getByLabel('Postal code', { exact: true }).fill('75002');
  await page.getByLabel('City', { exact: true }).fill('Paris');
  await page.getByRole('combobox', { name: 'Country' }).fill('France');
  await page.getByRole('option', { name: 'France', exact: true }).click();
  await press(page, 'Save details');
}

describeJourneys('ordering and billing in the panel', (journey) => {
  it('a visitor signs up, orders, pays by card, and gets the server and the paid invoice with its PDF', async () => {
    const { panel, visit } = journey();
    const email = 'ines@orchard.example';
    const page = await visit();
    await page.goto(`${panel.url}/order`);
    await page.getByRole('radio', { name: 'Cloud S', exact: true }).click();
    await page.getByText('To pay now').waitFor();
    await page.getByRole('link', { name: 'Create account and continue' }).click();

    await fillInSignUp(page, email);
    await press(page, 'Create account');
    await page.getByText('Check your inbox').waitFor();
    const link = await until(() => findLink(panel.dataDir, email, '/sign-up/confirm'));
    await page.goto(here(panel.url, link));
    await press(page, 'Confirm and sign in');

    // The plan is still selected.
    await page.getByRole('radio', { name: 'Cloud S', exact: true, checked: true }).waitFor();
    await page.goto(panel.url);
    await page.getByText(FIRST_PAYMENT).waitFor();
    await page.getByRole('link', { name: 'Choose a plan' }).click();
    await page.getByRole('radio', { name: 'Cloud S', exact: true }).click();
    await describeServer(page, 'orchard.example');
    await fillInAddress(page);
    await page.getByText('Rue des Lilas 4, 75002 Paris', { exact: false }).waitFor();
    await page.getByLabel('Simulated card').check();
    await page.getByRole('button', { name: /^Order and pay/ }).click();
    await press(page, /^Pay/);
    await comeBack(page, panel.url);

    await page.getByText('Your server is ready').waitFor();
    await page.getByText('Paid', { exact: true }).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^PDF of/ }).click(),
    ]);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

    await page.getByRole('link', { name: 'See what it is for' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Why this amount' }).first().click();
    await page.getByRole('dialog').locator('dl dt').first().waitFor();
    await page.goto(`${panel.url}/servers`);
    await page.getByText('orchard.example').first().waitFor();
    expect(await page.getByText(FIRST_PAYMENT).count()).toBe(0);
  });

  it('a mistyped e-mail address can be corrected, and the name is kept', async () => {
    const { panel, visit } = journey();
    const page = await visit();
    await page.goto(`${panel.url}/sign-up`);
    await fillInSignUp(page, 'wrnog@orchard.example');
    await press(page, 'Create account');
    await press(page, 'Use another address');
    const values = ['E-mail', 'Password', 'Name'].map((name) => page.getByLabel(name, { exact: true }).inputValue());
    expect(await Promise.all(values)).toEqual(['', '', 'Ines Moreau']);
  });

  it('the order checks each field when it is left', async () => {
    const { arrive } = journey();
    const page = await arrive('/order');
    await page.getByRole('radio', { name: 'Cloud S', exact: true }).click();
    await press(page, 'Continue');
    const hostname = page.getByLabel('Host name', { exact: true });
    const keys = page.getByLabel('SSH keys', { exact: true });
    const userData = page.getByLabel('User data', { exact: true });
    await hostname.fill('web_1');
    await keys.fill('not a key');
    await page.getByText('Use letters, digits, hyphens and dots, like web1.example.com.').waitFor();
    await userData.fill('packages: []');
    await page.getByText('Line 1 is not an OpenSSH public key', { exact: false }).waitFor();
    await press(page, 'Continue');
    await page.getByText('Begin with #cloud-config or with #!, like #!/bin/sh.').waitFor();
    await until(() => hostname.evaluate((input) => input === input.ownerDocument.activeElement));
    await hostname.fill('checked.example');
    await keys.fill('');
    await userData.fill('');
    await press(page, 'Continue');
    await page.getByRole('button', { name: /^Order and pay/ }).waitFor();
  });

  it('an address in a country with states asks for the state, and loads their list only then', async () => {
    const { panel, arrive } = journey();
    const page = await arrive('/billing/profile', panel.other);
    const choose = async (name: string, typed: string, option = typed) => {
      await page.getByRole('combobox', { name, exact: true }).fill(typed);
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const state = page.getByRole('combobox', { name: 'State', exact: true });
    const province = page.getByRole('combobox', { name: 'Province', exact: true });
    await page.getByLabel('Street and number', { exact: true }).fill('State Street 1');
    await page.getByLabel('Postal code', { exact: true }).fill('02109');
    await page.getByLabel('City', { exact: true }).fill('Boston');
    await choose('Country', 'Germany');
    expect(await state.count()).toBe(0);
    const list = page.waitForRequest((request) => request.resourceType() === 'script');
    await choose('Country', 'Canada');
    expect((await (await list).response())?.status()).toBe(200);
    await choose('Province', 'Ontario');
    await choose('Country', 'United States');
    expect([await province.count(), await state.inputValue()]).toEqual([0, '']);
    await state.focus();
    await page.keyboard.press('Tab');
    await page.getByText('Fill in this field.').waitFor();
    await choose('State', 'Mass', 'Massachusetts');
    await press(page, 'Save details');
    await page.getByText('Billing details saved.').waitFor();
    await page.reload();
    await until(async () => (await state.inputValue()) === 'Massachusetts');

    await page.goto(`${panel.url}/order/Cloud%20S`);
    await describeServer(page, 'boston.example');
    await page.getByText('State Street 1, Boston, MA 02109, United States', { exact: false }).waitFor();
  });

  it('a visitor without a session cancels a contract in two steps', async () => {
    const { panel, visit } = journey();
    const page = await visit();
    await page.goto(`${panel.url}/sign-in`);
    await page.getByRole('link', { name: 'Cancel contracts here' }).click();
    await page.getByLabel('Your name', { exact: true }).fill('Nobody Known');
    await page.getByLabel('E-mail', { exact: true }).fill('nobody@nowhere.example');
    await page.getByLabel('Contract', { exact: true }).fill('INV-2026-999999');
    await press(page, 'Check it');
    await page.getByText('nobody@nowhere.example').waitFor();
    await press(page, 'Cancel now');
    await page.getByText('Your cancellation has arrived').waitFor();

    const receipt = () => findLink(panel.dataDir, 'nobody@nowhere.example', '/farewells/declaration');
    await page.goto(here(panel.url, await until(receipt)));
    await page.getByRole('heading', { name: 'Your cancellation' }).waitFor();
    await page.getByText('INV-2026-999999').waitFor();
    const narrow = await visit({ width: 390, colorScheme: 'dark' });
    await narrow.goto(`${panel.url}/farewells/declaration#wrong`);
    await narrow.getByText('The link is invalid or older than 1 year.').waitFor();
  });

  it('an order whose server cannot be created shows why, and that it is paid', async () => {
    const { panel, arrive, api } = journey();
    const refusal = { operation: 'create', code: 'refused', message: 'There is no image.' } as const;
    await failNext(join(panel.dataDir, 'simulated', 'vps'), { ...refusal, times: 1 });
    await panel.command('account', 'credit', '--id', 1, '--amount', 900, '--reason', 'test');
    const order = { plan: 'Cloud S', hostname: 'later.example' };
    const { data } = await api(panel.liveKey, '/subscriptions', order);
    const page = await arrive(`/order/placed/${data.id}`, undefined, { width: 390 });
    const reason = page.getByText('The server could not be created yet; if it does not run by');
    await reason.waitFor();
    // The icon rotates, so its bounding box changes constantly. Measure its own width.
    const width = await reason.locator('svg').evaluate(({ clientWidth }) => clientWidth);
    expect(width, 'the icon keeps its size beside a long text').toBe(20);
    await page.goto(`${panel.url}/billing`);
    const line = page.getByRole('row').filter({ hasText: 'later.example' });
    await line.getByText('Creating server').waitFor();
    const { clientWidth, scrollWidth } = await line
      .getByText('your payment returned')
      .evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }));
    expect(scrollWidth, 'the reason is not cut off').toBe(clientWidth);
  });

  it('a card is saved on the page of the payment provider and becomes the default', async () => {
    const { panel, arrive } = journey();
    const page = await arrive('/billing/payment');
    await press(page, 'Add payment method');
    await page.getByRole('radio', { name: /0077/ }).check();
    await press(page, 'Save the card');
    await page.getByText('The card can be charged from now on.').waitFor();
    await comeBack(page, panel.url);
    await press(page, 'Actions for Simulated card •••• 0077');
    await page.getByRole('menuitem', { name: 'Make it the default' }).click();
    const line = page.getByRole('listitem').filter({ hasText: '•••• 0077' });
    await line.getByText('Default', { exact: true }).waitFor();
  });

  it('a cancelled subscription can be resumed until it ends', async () => {
    const { panel, arrive, api } = journey();
    const page = await arrive('/billing');
    const row = page
      .getByRole('row')
      .filter({ hasText: 'Cloud S (wiki.demo.example)' })
      .filter({ hasText: '€9.00 a month' });
    await row.getByText(/^Ends/).waitFor();
    await press(page, 'Actions for Cloud S (wiki.demo.example)');
    await page.getByRole('menuitem', { name: 'Undo cancellation' }).click();
    // The menu is gone by the time the server responds; the confirmation appears nevertheless.
    await page.getByRole('alert').getByText('The subscription continues.').waitFor();
    await row.getByText(/^Renews/).waitFor();
    await press(page, 'Actions for Cloud S (wiki.demo.example)');
    expect(await page.getByRole('menuitem', { name: 'Undo cancellation' }).count()).toBe(0);
    const { data } = await api(panel.liveKey, '/subscriptions?search=wiki');
    expect(data).toMatchObject([{ cancel_at_period_end: false }]);
  });

  it('a plan change charges the shown amount; a changed amount is shown again and not charged', async () => {
    const { panel, arrive, api } = journey();
    const page = await arrive('/billing');
    await openPlanChange(page, 'Cloud S (staging.demo.example)');
    const drawer = page.getByRole('dialog', { name: 'Change plan' });
    await page.getByRole('combobox', { name: 'New plan' }).click();
    await page.getByRole('option', { name: /^Cloud M,/ }).click();
    const pay = drawer.getByRole('button', { name: /^Change and pay/ });
    const shown = await pay.textContent();

    await panel.command('plan', 'change', '--id', 'Cloud M', '--price', 'monthly:EUR:2900');
    await pay.click();
    await drawer.getByText('The amount has changed. Check the new amount and confirm again').waitFor();
    await drawer.getByText('€29.00 a month', { exact: false }).waitFor();
    await until(async () => (await pay.textContent()) !== shown);
    const before = await api(panel.liveKey, '/subscriptions?search=staging');
    expect(before.data).toMatchObject([{ name: 'Cloud S (staging.demo.example)' }]);

    await pay.click();
    await page.getByText('Your saved payment method is charged.', { exact: false }).waitFor();
    // The card of the test before takes its time.
    await page.getByText('Becomes Cloud M when paid').first().waitFor();
  });

  it('a change to a larger plan waits for payment if no payment method is saved, and can be withdrawn', async () => {
    const { panel, arrive, api } = journey();
    const page = await arrive('/billing/payment');
    await page
      .getByRole('button', { name: /^Actions for Simulated card/ })
      .first()
      .waitFor();
    for (let left = await page.getByRole('button', { name: /^Actions for Simulated card/ }).count(); left > 0; left--) {
      await page
        .getByRole('button', { name: /^Actions for Simulated card/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Remove', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await until(async () => (await page.getByRole('button', { name: /^Actions for Simulated card/ }).count()) < left);
    }
    await page.goto(`${panel.url}/billing`);
    const name = 'Cloud M (web2.demo.example)';
    await openPlanChange(page, name);
    await page.getByRole('combobox', { name: 'New plan' }).click();
    await page.getByRole('option', { name: /^Cloud L,/ }).click();
    await page.getByRole('button', { name: /^Change and pay/ }).click();
    await page.getByText('The plan changes when its invoice is paid.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).waitFor();
    await page.goto(`${panel.url}/billing`);
    await page.getByText('Becomes Cloud L when paid').first().waitFor();
    await press(page, `Actions for ${name}`);
    await page.getByRole('menuitem', { name: 'Withdraw change', exact: true }).click();
    await page.getByText('The change is withdrawn, and its invoice is cancelled.').waitFor();
    const { data } = await api(panel.liveKey, '/subscriptions?search=web2');
    expect(data).toMatchObject([{ name, pending_change: null }]);
  });

  it('errors of the server step are shown at their fields, and an order is not placed twice', async () => {
    const { arrive } = journey();
    const page = await arrive('/order/Cloud%20S');
    await press(page, 'Continue');
    await page.getByLabel('Host name', { exact: true }).fill('twice.demo.example');
    const keys = page.getByLabel('SSH keys', { exact: true });
    // Only the server finds that this key is damaged.
    await keys.fill('ssh-ed25519 none');
    await press(page, 'Continue');
    const order = page.getByRole('button', { name: /^Order and pay/ });
    await order.click();
    await keys.and(page.locator('[aria-invalid=true]')).waitFor();
    await keys.fill('');
    await press(page, 'Continue');
    await page.getByLabel('Simulated card', { exact: true }).check();
    // The payment page loads slowly.
    await page.route(PROVIDER, (route) => route.fulfill({ status: 204 }));
    const leaving = page.waitForRequest(PROVIDER);
    await order.click();
    await leaving;
    expect(await order.isDisabled()).toBe(true);
  });

  it('hourly and trial orders start the server without a payment', async () => {
    const { panel, arrive, api } = journey();
    await panel.command('plan', 'create', '--name', 'tried', '--price', 'monthly:EUR:700', '--trial-days', 14);
    // Credit covers hourly plans and trials, whatever payment methods other tests saved or removed.
    await panel.command('account', 'credit', '--id', 1, '--amount', 500_000, '--reason', 'test');
    const page = await arrive('/order/Cloud%20S');
    await page.getByRole('radiogroup', { name: 'Billing period' }).getByText('Hourly').click();
    await page.getByText(/also while the server is off/).waitFor();
    await describeServer(page, 'hours.example');
    await press(page, 'Order with obligation to pay');
    await page.getByText('Your server is ready').waitFor();

    await page.goto(`${panel.url}/order/tried`);
    await page.getByText(/^14 days free\. Then €7\.00/).waitFor();
    await describeServer(page, 'tried.example');
    await press(page, 'Order with obligation to pay');
    await page.getByText('Your server is ready').waitFor();
    const { data } = await api(panel.liveKey, '/subscriptions?per_page=2');
    expect(data).toMatchObject([
      { name: 'tried (tried.example)', status: 'active' },
      { name: 'Cloud S (hours.example)', status: 'active', billing_period: 'hourly' },
    ]);
    const placed = data.map(({ id }) => id);
    const invoices = await api(panel.liveKey, '/billing/invoices?per_page=100');
    expect(invoices.data.filter(({ subscription_id: id }) => id !== null && placed.includes(id))).toEqual([]);
  });
});
