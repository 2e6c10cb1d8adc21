import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { settle } from '../../testing/browser/panel.ts';
import { describeJourneys, type Journey } from './journey.ts';

/** Creates a person with exactly these scopes. */
async function join({ panel, visit }: Journey, email: string, ...scopes: string[]): Promise<Page> {
  const account = (await panel.command<{ id: number }[]>('account', 'list')).at(-1);
  const rights = ['--email', email, '--scopes', scopes.join()];
  const { invitation_url } = await panel.command<{ invitation_url: string }>(
    'person',
    'invite',
    '--account',
    account?.id ?? 0,
    ...rights,
  );
  const page = await visit();
  await page.goto(invitation_url.replace(/^https?:\/\/[^/]+/, panel.url));
  await page.getByLabel('Your name', { exact: true }).fill('Nina Roth');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.getByRole('link', { name: 'Overview', exact: true }).first().waitFor();
  return page;
}

describeJourneys('unusual combinations of permissions', (journey) => {
  it('without permission to read domains, a mailbox is created by typing the domain', async () => {
    const { panel, api } = journey();
    await api(panel.liveKey, '/domains', { domain: 'typed.example' });
    const page = await join(journey(), 'mail@larkspur.example', 'emails.read', 'emails.write');
    await page.goto(`${panel.url}/emails?new=true`);
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name before the @').fill('jo');
    // The error is shown at the field.
    const domain = drawer.locator('.mantine-Autocomplete-root');
    for (const [typed, problem] of [
      ['nobodys example', 'Must be a domain, like example.com.'],
      ['nobodys.example', 'This domain is not in this account. Add it first.'],
    ] as const) {
      await drawer.getByLabel('Domain').fill(typed);
      await drawer.getByRole('button', { name: 'Create mailbox', exact: true }).click();
      await domain.getByText(problem, { exact: true }).waitFor();
    }
    expect(await drawer.getByRole('alert').count()).toBe(0);
    await drawer.getByLabel('Domain').fill('typed.example');
    await drawer.getByRole('button', { name: 'Create mailbox', exact: true }).click();
    await page.getByRole('dialog', { name: 'The password of jo@typed.example' }).waitFor();
  });

  it('with hosting.write but without monitoring.read, only the checks are shown', async () => {
    const { panel } = journey();
    const page = await join(journey(), 'checks@larkspur.example', 'hosting.read', 'hosting.write');
    await page.getByRole('link', { name: 'Monitoring', exact: true }).first().click();
    await page
      .getByRole('table', { name: 'Checks' })
      .or(page.getByRole('button', { name: 'Add check' }))
      .first()
      .waitFor();
    await settle(page);
    expect(new URL(page.url()).pathname).toBe('/monitoring/checks');
    expect(await page.getByRole('link', { name: 'Rules', exact: true }).count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.goto(`${panel.url}/monitoring`);
    await page.getByText("You don't have access to this page").waitFor();
  });

  it('without permission to read servers, alerts and rules are shown', async () => {
    const { panel } = journey();
    const page = await join(journey(), 'watch@larkspur.example', 'monitoring.read');
    await page.goto(`${panel.url}/monitoring`);
    await page.getByRole('heading', { name: 'Monitoring', exact: true }).waitFor();
    await settle(page);
    expect(await page.getByRole('link', { name: 'Show chart' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    const rules = page.getByRole('table', { name: 'Rules' });
    await rules
      .getByRole('row', { name: /CPU.*#\d+.*90 % for 15 minutes/ })
      .first()
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
