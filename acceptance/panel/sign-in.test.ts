import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goWithin, openSignedIn, settle } from '../../testing/browser/panel.ts';
import { showCode } from '../../testing/server/authenticator-app.ts';
import { until } from '../../testing/until.ts';
import { describeJourneys } from './journey.ts';

describeJourneys('signing in to the panel', (journey) => {
  it('shows the same error for a wrong password and an unknown address, and accepts the right one', async () => {
    const { panel, visit } = journey();
    const page = await visit();
    await page.goto(`${panel.url}/billing`);
    const said: string[] = [];
    for (const email of [panel.customer.email, 'nobody@larkspur.example']) {
      const answered = page.waitForResponse(/\/sessions$/);
      await fillIn(page, email, 'not the password');
      const request = (await (await answered).allHeaders())['x-request-id'] ?? '';
      await page.getByRole('alert').filter({ hasText: request }).waitFor();
      said.push(((await page.getByRole('alert').textContent()) ?? '').replaceAll(/req_\w+/g, ''));
    }
    expect(said[0]).toBe(said[1]);
    await fillIn(page, panel.customer.email, panel.customer.password);
    // The originally requested page opens.
    await page.getByRole('heading', { name: 'Billing', exact: true }).waitFor();
  });

  it('opens only pages of this site after a sign-in, and for people who are signed in', async () => {
    const { panel, arrive, visit } = journey();
    const hostile = [
      '//evil.example/',
      '/\\evil.example/',
      'https:evil.example',
      'https://evil.example/',
      '/\t/evil.example',
    ];
    const signedIn = await arrive('/', panel.customer);
    const left: string[] = [];
    signedIn.on('request', (request) => {
      if (new URL(request.url()).hostname === 'evil.example') left.push(request.url());
    });
    for (const next of hostile) {
      await signedIn.goto(`${panel.url}/sign-in?next=${encodeURIComponent(next)}`);
      await signedIn.getByRole('link', { name: 'Overview', exact: true }).first().waitFor();
      expect(new URL(signedIn.url()).origin, next).toBe(new URL(panel.url).origin);
    }
    expect(left).toEqual([]);
    await signedIn.goto(`${panel.url}/sign-in?next=${encodeURIComponent('/billing')}`);
    await signedIn.getByRole('heading', { name: 'Billing', exact: true }).waitFor();

    const page = await visit();
    await page.goto(`${panel.url}/sign-in?next=${encodeURIComponent('//evil.example/')}`);
    await fillIn(page, panel.customer.email, panel.customer.password);
    await page.getByRole('link', { name: 'Overview', exact: true }).first().waitFor();
    expect(new URL(page.url()).origin).toBe(new URL(panel.url).origin);
  });

  it('asks for a code once an authenticator app is set up, and accepts a recovery code only once', async () => {
    const { panel, arrive, visit } = journey();
    const page = await arrive('/account/security', panel.other);
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const secret = await dialog.locator('code').first().textContent();
    await dialog
      .getByLabel('Code', { exact: true })
      .fill(showCode((secret ?? '').replaceAll(/[\s=]/g, ''), Date.now()));
    await dialog.getByRole('button', { name: 'Turn on', exact: true }).click();
    const box = page.getByRole('dialog', { name: 'Your recovery codes' });
    await box.waitFor();
    const codes = await box.locator('code').allInnerTexts();
    expect(new Set(codes).size).toBe(10);
    await page.getByRole('button', { name: "I've saved them" }).click();

    const another = await visit();
    await another.goto(`${panel.url}/sign-in`);
    await fillIn(another, panel.other.email, panel.other.password);
    await another.getByLabel('Code', { exact: true }).fill('000000');
    await another.getByRole('button', { name: 'Sign in', exact: true }).click();
    await another.getByRole('alert').or(another.locator('.mantine-TextInput-error')).first().waitFor();
    await another.getByRole('button', { name: 'Use a recovery code' }).click();
    await another.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '');
    await another.getByRole('button', { name: 'Sign in', exact: true }).click();
    await another.getByRole('link', { name: 'Overview', exact: true }).first().waitFor();

    const third = await visit();
    await third.goto(`${panel.url}/sign-in`);
    await fillIn(third, panel.other.email, panel.other.password);
    await third.getByRole('button', { name: 'Use a recovery code' }).click();
    await third.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '');
    await third.getByRole('button', { name: 'Sign in', exact: true }).click();
    await third.getByRole('alert').or(third.locator('.mantine-TextInput-error')).first().waitFor();
    expect(new URL(third.url()).pathname).toBe('/sign-in');
  });

  it('is required again after a remote sign-out, and the input is kept', async () => {
    const { panel, arrive } = journey();
    const page = await arrive('/tickets', panel.member);
    await page.getByRole('button', { name: 'New ticket', exact: true }).first().click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Subject', { exact: true }) });
    await dialog.getByLabel('Subject', { exact: true }).fill('Typed before');
    await dialog.getByLabel('Message', { exact: true }).fill('the session ended');
    const elsewhere = await arrive('/account/security', panel.member);
    await elsewhere.getByRole('button', { name: 'Sign out all others', exact: true }).click();
    await elsewhere.getByRole('button', { name: 'Sign out all others', exact: true }).waitFor({ state: 'detached' });
    // The stream ends, and the page asks for the password.
    const password = page.getByLabel('Password', { exact: true });
    await password.fill(panel.member.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await password.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Create ticket', exact: true }).click();
    await page.getByRole('heading', { name: 'Typed before' }).waitFor();
  });

  it('as another person in another tab reveals nothing of the page and sends none of its pending requests', async () => {
    const { panel, arrive } = journey();
    const page = await arrive('/tickets', panel.member);
    await page.getByRole('heading', { name: 'Tickets', exact: true }).waitFor();
    const first = page.getByRole('button', { name: /, menu$/ });
    const name = await first.getAttribute('aria-label');
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('/panel/api/v1/token') && answer.status() === 401) refused.push(answer.url());
    });
    const elsewhere = await arrive('/account/security', panel.member);
    await elsewhere.getByRole('button', { name: 'Sign out all others', exact: true }).click();
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    // A request of the page now waits for a sign-in.
    await goWithin(page, `${panel.url}/servers`);
    await until(() => refused.length > 0);
    const tokens: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/panel/api/v1/token')) tokens.push(request.postData() ?? '');
    });
    // Hold back the navigation: requests of a page that leaves quickly are lost. The page may notice the other person
    // as soon as they sign in.
    await page.evaluate(HOLD_BACK);
    const other = await page.context().newPage();
    await openSignedIn(other, panel.url, panel.operator);
    const theirs = other.getByRole('button', { name: /, menu$/ });
    await theirs.waitFor();
    // Simulates a return to the tab.
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    // Staff are led to the console.
    expect(await page.evaluate('leaving')).toBe(`${panel.url}/operator`);
    // Wait until earlier requests of the page are done.
    await page.evaluate("fetch('/healthz').then(() => undefined)");
    // The new person has no account: requests that waited for the previous person were not sent for them.
    expect(tokens).toEqual([]);
    await page.goto(`${panel.url}/`);
    await first.waitFor();
    expect(await first.getAttribute('aria-label')).toBe(await theirs.getAttribute('aria-label'));
    expect(await first.getAttribute('aria-label')).not.toBe(name);
    await settle(page);
    // The new person has no account: requests that waited for the previous person were not sent for them.
    expect(tokens).toEqual([]);
  });

  it('can be ended with Sign out after the session has expired', async () => {
    const { panel, arrive } = journey();
    // Staff have no account and no stream.
    const page = await arrive('/', panel.operator);
    await page.getByRole('button', { name: /, menu$/ }).click();
    await page.context().clearCookies();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${panel.url}/sign-in`);
    await page.getByLabel('Password', { exact: true }).waitFor();
  });
});

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Reports the target of the first navigation, and follows none. */
const HOLD_BACK = `void (globalThis.leaving = new Promise((tell) =>
  navigation.addEventListener('navigate', (event) => {
    event.preventDefault();
    tell(event.destination.url);
  })))`;
