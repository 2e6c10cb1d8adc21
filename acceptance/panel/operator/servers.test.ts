import { expect, it } from 'vitest';
import { describeJourneys } from '../journey.ts';
import { arriveAsStaff } from './staff.ts';

describeJourneys('servers in the console', (journey) => {
  it('filters the list, opens a server, and suspends and resumes it with a cause', async () => {
    const page = await arriveAsStaff(journey(), 'technician', '/operator/servers?status=running');
    const table = page.getByRole('table', { name: 'Servers' });
    await table.getByRole('link').first().click();
    await page.getByRole('region', { name: 'Machine on the engine' }).getByText('Found').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Sends spam.');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('table', { name: 'Suspensions' }).getByText('Sends spam.').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('row', { name: /Sends spam\..*ended/ }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).waitFor({ state: 'detached' });
  });

  it('shows the network and the backups of a server, and turns its network off and on', async () => {
    const page = await arriveAsStaff(journey(), 'technician', '/operator/servers?status=running');
    await page.getByRole('table', { name: 'Servers' }).getByRole('link').last().click();
    const network = page.getByRole('region', { name: 'Network' });
    await network.getByText('On', { exact: true }).waitFor();
    await network.getByText('None: all inbound packets pass').waitFor();
    await network.getByRole('table', { name: 'Addresses' }).getByRole('link', { name: 'History' }).first().waitFor();
    await page.getByRole('region', { name: 'Backups' }).getByText('Restore-tested').first().waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Isolate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Scans other networks.');
    await dialog.getByRole('button', { name: 'Isolate' }).click();
    await network.getByText('Off', { exact: true }).waitFor();
    await network.getByText('Scans other networks.').waitFor();
    await page.getByRole('button', { name: 'Release' }).click();
    await network.getByText('On', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Release' }).count()).toBe(0);
  });

  it('lists servers by traffic, and opens one', async () => {
    const measured = async () => (await journey().panel.command<object[]>('traffic', 'list')).length;
    await expect.poll(measured, { interval: 1_000 }).toBeGreaterThan(0);
    const page = await arriveAsStaff(journey(), 'support', '/operator/traffic');
    const table = page.getByRole('table', { name: 'Traffic' });
    await table.getByRole('link').first().click();
    await page.getByRole('region', { name: 'Network' }).getByText('Traffic this month').waitFor();
  });

  it('opens a console with a reason', async () => {
    const page = await arriveAsStaff(journey(), 'technician', '/operator/servers?status=running');
    await page.getByRole('table', { name: 'Servers' }).getByRole('link').first().click();
    await page.getByRole('link', { name: 'Console', exact: true }).click();
    await page.getByLabel('Reason').fill('Ticket 7');
    await page.getByRole('button', { name: 'Open console' }).click();
    await page.getByRole('status').filter({ hasText: 'Connected' }).waitFor();
    await page.keyboard.type('uname -r\n');
    await page.locator('.xterm-rows').filter({ hasText: '-amd64' }).waitFor();
  });

  it('acts on selected servers and shows the result of each', async () => {
    const page = await arriveAsStaff(journey(), 'support', '/operator/servers?status=running');
    const table = page.getByRole('table', { name: 'Servers' });
    await table.getByRole('checkbox').nth(1).check();
    await page.getByRole('button', { name: '1 selected' }).click();
    expect(await page.getByRole('menuitem', { name: 'Suspend' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Restart' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click();
    await page.getByRole('dialog').getByText('1 accepted').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    expect(await page.getByRole('button', { name: 'Create server' }).count()).toBe(0);
  });

  it('shows nodes with their usage, and locks one for new servers', async () => {
    const page = await arriveAsStaff(journey(), 'technician', '/operator/nodes');
    const node = page.getByRole('region', { name: 'simulated-1' });
    await node.getByText('of the node').first().waitFor();
    await node.getByRole('switch').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Memory is replaced');
    await dialog.getByRole('button', { name: 'Lock' }).click();
    await node.getByText('Memory is replaced').waitFor();
    await node.getByRole('switch').click();
    await node.getByText('New servers may be placed here.').waitFor();
  });

  it('creates an address pool, reserves addresses, and shows which server has one', async () => {
    const page = await arriveAsStaff(journey(), 'technician', '/operator/addresses');
    await page.getByRole('link', { name: 'Pools' }).click();
    const create = async (network: string) => {
      await page.getByRole('button', { name: 'Create pool' }).click();
      await page.getByRole('dialog').getByLabel('Network').fill(network);
      await page.getByRole('dialog').getByLabel('Gateway').fill('198.18.20.1');
      await page.getByRole('dialog').getByLabel('Region').fill('lab');
      await page.getByRole('dialog').getByRole('button', { name: 'Create pool' }).click();
    };
    await create('198.18.20.0/28');
    await page.getByRole('heading', { name: '198.18.20.0/28' }).waitFor();
    await page.getByRole('button', { name: 'Reserve addresses' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address', { exact: true }).fill('198.18.20.2');
    await dialog.getByLabel('Last address').fill('198.18.20.3');
    await dialog.getByLabel('Note').fill('Router');
    await dialog.getByRole('button', { name: 'Reserve addresses' }).click();
    const table = page.getByRole('table', { name: 'Addresses of the pool' });
    await table.getByRole('row', { name: /198\.18\.20\.3 .*Router.*Reserved/ }).waitFor();
    await table.getByRole('button', { name: 'Actions for 198.18.20.3' }).click();
    await page.getByRole('menuitem', { name: 'End reservation' }).click();
    await dialog.getByRole('button', { name: 'End reservation' }).click();
    await table.getByRole('row', { name: /198\.18\.20\.3 .*Free again/ }).waitFor();
    await journey().panel.command(
      ...['hosting', 'create', '--account', '1', '--hostname', 'pooled.example', '--region', 'lab', '--wait'],
    );
    await table
      .getByRole('row', { name: /pooled\.example.*Assigned/ })
      .getByRole('button')
      .first()
      .click();
    await page.getByRole('dialog').getByRole('region', { name: 'pooled.example' }).waitFor();
    await page.goto(`${journey().panel.url}/operator/addresses/pools`);
    await page.getByRole('row', { name: /198\.18\.20\.0\/28.*lab/ }).waitFor();
    await create('198.18.20.0/30');
    await dialog.getByText('overlaps pool').waitFor();
  });

  it('lists the resources of all customers, and looks up who had an address', async () => {
    const page = await arriveAsStaff(journey(), 'technician', '/operator/addresses');
    const row = page
      .getByRole('table', { name: 'Addresses' })
      .getByRole('row', { name: /telemetry\.kestrel/ })
      .first();
    const [address = ''] = (await row.textContent())?.match(/[\da-f]*[.:][\da-f.:]+/) ?? [];
    await page.getByRole('button', { name: 'Look up history' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Address', { exact: true }).fill('203.0.113.250');
    await drawer.getByRole('button', { name: 'Look up', exact: true }).click();
    await drawer.getByText('No server had this address').waitFor();
    await drawer.getByLabel('Address', { exact: true }).fill(address);
    await drawer.getByRole('button', { name: 'Look up', exact: true }).click();
    await drawer.getByRole('region', { name: 'telemetry.kestrel.example' }).getByText('Kestrel Robotics').waitFor();
    for (const [path, title] of [
      ['domains', 'Domains'],
      ['emails', 'Mailboxes'],
      ['databases', 'Databases'],
      ['backups', 'Backups'],
      ['applications', 'Applications'],
    ]) {
      await page.goto(`${journey().panel.url}/operator/${path}`);
      await page.getByRole('heading', { name: title ?? '', exact: true }).waitFor();
    }
  });
});
