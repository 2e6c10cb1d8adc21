import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createSshKey } from '../../testing/ssh-key.ts';
import { until } from '../../testing/until.ts';
import { describeJourneys } from './journey.ts';

interface List {
  /** Page with the list. */
  readonly page: string;
  /** Name of the table. */
  readonly label: string;
  /** List of the public API. */
  readonly api: `/${string}`;
  /** Field that identifies a row in its text. */
  readonly shows: string;
  /** Headers that sort, with the field of the API. */
  readonly sorts: Readonly<Record<string, string>>;
  /** Fields by which the API sorts, and which the list does not show. */
  readonly without?: readonly string[];
}

const LISTS: readonly List[] = [
  {
    page: '/servers',
    label: 'Servers',
    api: '/hosting',
    shows: 'hostname',
    sorts: { Name: 'hostname', Status: 'status', Plan: 'plan' },
    without: ['created_at'],
  },
  {
    page: '/tickets',
    label: 'Tickets',
    api: '/tickets',
    shows: 'subject',
    sorts: { Status: 'status', Number: 'created_at', 'Last change': 'updated_at' },
  },
  {
    page: '/domains',
    label: 'Domains',
    api: '/domains',
    shows: 'domain',
    sorts: { Name: 'domain', Status: 'status', Added: 'created_at' },
  },
  {
    page: '/databases',
    label: 'Databases',
    api: '/databases',
    shows: 'name',
    sorts: { Name: 'name', Status: 'status', Size: 'size_bytes', Created: 'created_at' },
  },
  {
    page: '/backups',
    label: 'Backups',
    api: '/backups',
    shows: 'name',
    sorts: { Name: 'name', Status: 'status', Size: 'size_bytes', Created: 'created_at' },
  },
  {
    page: '/firewalls',
    label: 'Firewalls',
    api: '/firewalls',
    shows: 'name',
    sorts: { Name: 'name', Status: 'status' },
    without: ['created_at'],
  },
  {
    page: '/applications/installed',
    label: 'Installed applications',
    api: '/applications',
    shows: 'name',
    sorts: { Name: 'name', Status: 'status' },
    without: ['created_at'],
  },
  {
    page: '/monitoring/checks',
    label: 'Checks',
    api: '/monitoring/checks',
    shows: 'name',
    sorts: { Name: 'name', Status: 'status' },
    without: ['created_at'],
  },
  {
    page: '/emails',
    label: 'Mailboxes',
    api: '/emails',
    shows: 'address',
    sorts: { Address: 'address', Status: 'status', Created: 'created_at' },
  },
  {
    page: '/account/ssh-keys',
    label: 'SSH keys',
    api: '/ssh-keys',
    shows: 'name',
    sorts: { Name: 'name', Added: 'created_at' },
  },
  {
    page: '/developers/webhooks',
    label: 'Webhooks',
    api: '/webhooks',
    shows: 'url',
    sorts: { URL: 'url', Status: 'status' },
    without: ['created_at'],
  },
  {
    page: '/billing',
    label: 'Invoices',
    api: '/billing/invoices',
    shows: 'number',
    sorts: { Issued: 'issued_at', Due: 'due_at', Status: 'status', Amount: 'total' },
  },
];

describeJourneys('lists of the panel', (journey) => {
  it.each([0, 1, 2].map((part) => ({ part, lists: LISTS.filter((_list, index) => index % 3 === part) })))(
    'lists sort by a click on the columns by which the API sorts, part $part',
    async ({ lists }) => {
      const { panel, api, arrive } = journey();
      const document = (await (await fetch(`${panel.url}/openapi.json`)).json()) as OpenApi;
      for (const name of ['me@laptop', 'me@desktop']) {
        await api(panel.liveKey, '/ssh-keys', { public_key: createSshKey(name) });
      }
      const page = await arrive('/account/preferences');
      for (const { page: path, label, api: list, shows, sorts, without = [] } of lists) {
        await page.goto(panel.url + path);
        const table = page.getByRole('table', { name: label, exact: true });
        const rows = table.and(page.locator('[aria-busy=false]')).locator('tbody tr');
        await rows.first().waitFor();
        const sortable = table.locator('th[aria-sort]').getByRole('button');
        expect(await sortable.allTextContents(), label).toEqual(Object.keys(sorts));
        const offered = document.paths[`/api/v1${list}`]?.get.parameters.find(({ name }) => name === 'sort_by');
        expect([...Object.values(sorts), ...without].sort(), label).toEqual(offered?.schema.enum.toSorted());
        for (const [title, field] of Object.entries(sorts)) {
          const header = table.getByRole('columnheader', { name: title, exact: true });
          for (const [direction, sort] of [
            ['ascending', 'asc'],
            ['descending', 'desc'],
          ]) {
            await header.getByRole('button').press('Enter');
            await until(async () => (await header.getAttribute('aria-sort')) === direction);
            const { data } = await api<Record<string, string>[]>(
              panel.liveKey,
              `${list}?sort_by=${field}&sort=${sort}&per_page=10`,
            );
            const first = data.map((row) => row[shows] ?? '');
            await until(async () => startsWith(await rows.allTextContents(), first));
          }
        }
        // The order is in the address, and the default is not.
        const [, last = ''] = Object.entries(sorts).at(-1) ?? [];
        const isDefault = last === 'created_at' || last === 'issued_at';
        expect(new URL(page.url()).searchParams.get('sort_by')).toBe(isDefault ? null : last);
        await page.reload();
        await rows.first().waitFor();
        expect(await table.locator('th[aria-sort="descending"]').textContent()).toBe(Object.keys(sorts).at(-1));
      }
    },
  );

  it('a list downloads as CSV in its order and with its filters, without formulas', async () => {
    const { panel, api, arrive } = journey();
    for (const subject of ['=HYPERLINK("https://a.example") zebra', 'A zebra, striped']) {
      const { status } = await api(panel.liveKey, '/tickets', { subject, message: 'A message.' });
      expect(status).toBe(201);
    }
    const page = await arrive('/tickets?search=zebra&sort_by=created_at&sort=asc');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^tickets-\d{4}-\d\d-\d\d\.csv$/);
    const [header = '', ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    const at = header.split(',').indexOf('subject');
    expect(at).toBeGreaterThan(0);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`,"'=HYPERLINK(""https://a.example"") zebra",`);
    expect(lines[1]).toContain(',"A zebra, striped",');
  });

  it('a download shows its progress and can be cancelled', async () => {
    const page = await journey().arrive('/tickets');
    await page.route(/\/api\/v1\/tickets\?.*per_page=100/, () => undefined);
    const button = page.getByRole('button', { name: 'Download CSV', exact: true });
    await button.click();
    await page
      .getByRole('status')
      .filter({ hasText: /^0 of \d+ rows downloaded$/ })
      .waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await button.waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('a phone offers the order as a choice', async () => {
    const page = await journey().arrive('/servers', undefined, { width: 390, height: 844 });
    const choice = page.getByRole('combobox', { name: 'Sort by', exact: true });
    await choice.selectOption('Name, descending');
    await page.waitForURL('**/servers?sort_by=hostname');
    await choice.selectOption('Status, ascending');
    await page.waitForURL('**/servers?sort_by=status&sort=asc');
    expect(await choice.inputValue()).toBe('status asc');
  });

  it('a refused order leads back to the default', async () => {
    const page = await journey().arrive('/tickets?sort_by=nothing');
    await page.getByRole('button', { name: 'Sort by the newest', exact: true }).click();
    await page.getByRole('table', { name: 'Tickets', exact: true }).locator('tbody tr').first().waitFor();
    expect(new URL(page.url()).search).toBe('');
  });
});

interface OpenApi {
  paths: Record<string, { get: { parameters: { name: string; schema: { enum: string[] } }[] } }>;
}

function startsWith(texts: readonly string[], values: readonly string[]): boolean {
  return values.every((value, at) => texts[at]?.includes(value));
}
