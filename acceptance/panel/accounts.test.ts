import { expect, it } from 'vitest';
import { openSignedIn, settle } from '../../testing/browser/panel.ts';
import { describeJourneys } from './journey.ts';

/** The overview shows ten kinds of records; more calls than this delay it on slow connections. */
const MOST_CALLS = 12;

describeJourneys('the overview and several accounts in the panel', (journey) => {
  it('the overview is complete after few calls of the API', async () => {
    const { panel, visit } = journey();
    const page = await visit();
    // A hint can repeat a call at any time, so each one counts once.
    const calls = new Set<string>();
    page.on('request', (request) => {
      if (/\/api\/v1\//.test(request.url())) calls.add(`${request.method()} ${request.url().replace(panel.url, '')}`);
    });
    await openSignedIn(page, panel.url, panel.customer);
    await settle(page);
    const load = page.getByRole('region', { name: 'Servers' }).getByText(/^[\d.]+ %$/);
    await load.first().waitFor();
    expect(await load.count()).toBeGreaterThan(1);
    const listed = [...calls].sort();
    expect(listed.filter((call) => call.includes('/hosting/loads'))).toHaveLength(1);
    expect(listed.length, listed.join('\n')).toBeLessThanOrEqual(MOST_CALLS);
  });

  it('every text follows the language that a person chooses, and the browser keeps the choice', async () => {
    const { panel, arrive } = journey();
    const page = await arrive('/account/preferences');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    await page.getByRole('link', { name: 'Übersicht', exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.goto(`${panel.url}/servers`);
    await page.getByRole('link', { name: 'Server bestellen', exact: true }).waitFor();
    await page.getByText('Läuft', { exact: true }).first().waitFor();
    // The texts of a recipe, of which the API knows only the English ones, and a hint of it as an error.
    await page.goto(`${panel.url}/applications`);
    await page.getByRole('searchbox').fill('datenbankserver');
    await page.getByRole('link', { name: 'PostgreSQL', exact: true }).click();
    await page.getByRole('listitem').getByText('Benutzer und Datenbank anlegen', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Installieren', exact: true }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('combobox', { name: 'Server' }).click();
    await page.getByRole('option', { name: 'web1.demo.example' }).click();
    await drawer.getByRole('textbox', { name: 'Verbindungen erlauben von' }).fill('my office');
    await drawer.getByRole('button', { name: 'Installieren', exact: true }).click();
    await drawer.getByText('Muss ein IPv4-Netz sein, z. B. 203.0.113.0/24.').waitFor();
    await page.goto(`${panel.url}/account/preferences`);
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English');
    await page.getByRole('link', { name: 'Overview', exact: true }).waitFor();
  });

  it('errors of the API follow the language too, with their values; English loads no language', async () => {
    const { panel, arrive, api } = journey();
    expect((await api(panel.liveKey, '/domains', { domain: 'taken.example' })).status).toBe(201);
    const page = await arrive('/domains');
    const loaded = new Set<string>();
    page.on('request', (request) => {
      if (/\/assets\/de-/.test(request.url())) loaded.add(request.url());
    });
    const add = async (domain: string) => {
      await page.goto(`${panel.url}/domains?new=true`);
      await page.getByRole('textbox', { name: 'Domain' }).fill(domain);
      await page.getByRole('textbox', { name: 'Domain' }).press('Enter');
    };

    await add('taken.example');
    await page.getByText('The domain taken.example, or a domain above or below it, already exists.').waitFor();
    expect([...loaded]).toEqual([]);

    await page.evaluate(() => localStorage.setItem('hostler.language', 'de'));
    await add('no domain');
    await page.getByText('Muss ein Domainname sein, z. B. example.com.').waitFor();
    await add('taken.example');
    await page
      .getByText('Die Domain taken.example oder eine über- oder untergeordnete Domain existiert bereits.')
      .waitFor();
    // The texts of the panel, the errors, which the first failure loads, and the reasons of the demo's failed actions.
    expect(loaded.size).toBe(3);
  });

  it('can be switched from any page without unsaved changes', async () => {
    const { panel, arrive } = journey();
    await panel.command('account', 'create', '--name', 'Second Ltd', '--email', panel.customer.email);
    const page = await arrive('/servers');
    await page.getByRole('heading', { name: 'Servers', exact: true }).waitFor();
    await page.getByRole('button', { name: /^Account .*, change$/ }).click();
    await page.getByRole('menuitem', { name: /Second Ltd/ }).click();
    await page.getByRole('button', { name: 'Account Second Ltd, change' }).waitFor();
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
  });
});
