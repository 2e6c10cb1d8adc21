import { expect, it } from 'vitest';
import type { ApiPath } from '../../testing/api-types.ts';
import { until } from '../../testing/until.ts';
import { describeJourneys, type Journey } from './journey.ts';

/** Slow engines keep actions in progress visible. */
const SLOW_ENGINES = { HOSTLER_SIMULATED_DELAY_MS: '1500' };

/** Keeps notifications open: a busy machine may not see them before they disappear. */
const KEEP_WHAT_IS_TOLD = `void (globalThis.setTimeout = ((later) => (work, ms, ...rest) =>
  ms >= 4_000 ? later(() => {}) : later(work, ms, ...rest))(globalThis.setTimeout))`;

async function findOne({ api, panel }: Journey, list: ApiPath<'GET'>) {
  const { data } = await api<{ id: number }[]>(panel.liveKey, list);
  if (!data[0]) throw new Error(`There is nothing in ${list}.`);
  return data[0];
}

describeJourneys(
  'resources of a customer in the panel',
  (journey) => {
    it('a server restarts and comes back without a reload, and is one click away from other pages', async () => {
      const { panel, arrive } = journey();
      const { id } = await findOne(journey(), '/hosting?search=db1&status=running');
      const page = await arrive(`/servers/${id}`);
      await page.getByText('Running', { exact: true }).first().waitFor();
      await page.evaluate(KEEP_WHAT_IS_TOLD);
      await page.getByRole('button', { name: 'Restart', exact: true }).first().click();
      const sure = page.getByRole('dialog', { name: /^Restart db1/ });
      await sure.getByLabel("Don't ask again for restart").check();
      await sure.getByRole('button', { name: 'Restart', exact: true }).click();
      await page
        .getByText(/^Restarting/)
        .first()
        .waitFor();
      // The status may still be running until then.
      await until(async () => {
        const { data } = await journey().api(panel.liveKey, '/events?sort=desc');
        return data.some(({ event, data: server }) => event === 'hosting.restarted' && server.id === id);
      });
      await page.getByText('Running', { exact: true }).first().waitFor();

      const told = page.getByRole('alert').filter({ hasText: 'Restarted' });
      await told.waitFor();
      await page.getByRole('link', { name: 'Tickets', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Tickets', exact: true }).waitFor();
      const sandbox = page.getByText('Sandbox: writes are simulated, nothing changes.');
      await page.getByRole('switch', { name: 'Sandbox', exact: true }).click({ force: true });
      await sandbox.waitFor();
      await told.getByRole('link', { name: 'View', exact: true }).click();
      // The live environment, where the restart happened.
      await page.waitForURL(`${panel.url}/servers/${id}`);
      await page.getByRole('heading', { name: /^db1/ }).waitFor();
      await sandbox.waitFor({ state: 'detached' });

      // A stop still asks. A restart asks again only after the person chose so.
      await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
      const stop = page.getByRole('dialog', { name: /^Stop db1/ });
      await stop.getByRole('button', { name: 'Cancel' }).click();
      await stop.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Restart', exact: true }).first().click();
      await page
        .getByText(/^Restarting/)
        .first()
        .waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.goto(`${panel.url}/account/preferences`);
      await page.getByRole('switch', { name: 'Ask before a server is restarted' }).click({ force: true });
      await page.goto(`${panel.url}/servers/${id}`);
      await page.getByText('Running', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: 'Restart', exact: true }).first().click();
      await sure.waitFor();
    });

    it('the traffic of a server is shown per day, with the code of the request', async () => {
      const { panel, api, arrive } = journey();
      const { id } = await findOne(journey(), '/hosting?search=db1');
      await until(async () => (await api(panel.liveKey, `/hosting/traffic?id=${id}`)).data.days.length > 0);
      const { data } = await api(panel.liveKey, `/hosting/traffic?id=${id}`);
      const page = await arrive(`/servers/${id}`);
      await page.getByRole('link', { name: 'Traffic', exact: true }).click();
      const bars = page.getByRole('list', { name: `Traffic per day in ${data.period}`, exact: true });
      await bars
        .getByText(/\d{4}-\d\d-\d\d: .+ sent, .+ received/)
        .first()
        .waitFor({ state: 'attached' });
      expect(await bars.getByRole('listitem').count()).toBeGreaterThanOrEqual(28);
      await page.getByText('Unmetered', { exact: true }).waitFor();
      await page.getByRole('combobox', { name: 'Month', exact: true }).waitFor();
      const section = page.getByRole('region', { name: 'Traffic', exact: true });
      await section.getByRole('button', { name: 'Show as code', exact: true }).click();
      const code = page.getByRole('dialog').filter({ hasText: 'curl' });
      await code.waitFor();
      expect(await code.textContent()).toContain('/hosting/traffic');
    });

    it('a console runs a command, follows the window, and reconnects after its shell ended', async () => {
      const { arrive } = journey();
      const { id } = await findOne(journey(), '/hosting?search=web&status=running');
      const page = await arrive(`/servers/${id}`);
      await page.getByRole('link', { name: 'Console', exact: true }).click();
      const [rows, state] = [page.locator('.xterm-rows'), page.getByRole('status').filter({ hasText: /./ })];
      await state.filter({ hasText: 'Connected' }).waitFor();
      await rows.filter({ hasText: 'root@' }).waitFor();
      const widthOf = async () => {
        await page.keyboard.type('clear\nstty size\n');
        const shown = await until(async () => /stty size\s*(\d+) (\d+)\s*root@/.exec((await rows.textContent()) ?? ''));
        return Number(shown[2]);
      };
      const before = await widthOf();
      await page.setViewportSize({ width: 700, height: 800 });
      await until(async () => (await widthOf()) < before);
      await page.keyboard.type('uname -r\n');
      await rows.filter({ hasText: '-amd64' }).waitFor();
      await page.keyboard.type('exit\n');
      await state.filter({ hasText: 'The shell ended.' }).waitFor();
      await page.getByRole('button', { name: 'Reconnect', exact: true }).click();
      await state.filter({ hasText: 'Connected' }).waitFor();
      await page.getByText('Serial console', { exact: true }).click();
      await rows.filter({ hasText: 'login:' }).waitFor();
    });

    it('a firewall is created and attached to servers, with warnings that its rules block SSH from here', async () => {
      const { panel, api, arrive } = journey();
      const { id } = await findOne(journey(), '/hosting?search=web1');
      const { id: other } = await findOne(journey(), '/hosting?search=web2');
      const page = await arrive('/firewalls');
      await page.getByRole('button', { name: 'Create firewall', exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Journey');
      const addRule = dialog.getByRole('button', { name: 'Add rule', exact: true });
      const ports = dialog.getByRole('textbox', { name: 'Ports', exact: true });
      const save = dialog.getByRole('button', { name: 'Save', exact: true });
      await addRule.click();
      await ports.fill('https');
      await save.click();
      await dialog.getByText(/^Must name at least one network/).waitFor();
      const networks = dialog.getByRole('textbox', { name: 'Networks', exact: true });
      await networks.fill('0.0.0.0/0, ::/0');
      await save.click();
      await dialog.getByText(/^Must be a port like 22/).waitFor();
      await ports.fill('443');
      const warning = dialog.getByText(/do not allow SSH \(TCP port 22\) from your address [\d.:a-f]+\./);
      await warning.waitFor();
      await addRule.click();
      await ports.nth(1).fill('22');
      await networks.nth(1).fill('0.0.0.0/0, ::/0');
      await warning.waitFor({ state: 'detached' });
      // The reader has another address.
      await networks.nth(1).fill('203.0.113.0/24');
      await warning.waitFor();
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      const row = page.getByRole('row').filter({ hasText: 'Journey' });
      await row.waitFor();
      const find = async () => (await api(panel.liveKey, '/firewalls?search=journey')).data[0];
      const everywhere = ['0.0.0.0/0', '::/0'];
      expect((await find())?.inbound).toMatchObject([
        { protocol: 'tcp', ports: '443', networks: everywhere },
        { protocol: 'tcp', ports: '22', networks: ['203.0.113.0/24'] },
      ]);

      await row.getByRole('button', { name: /^Actions/ }).click();
      await page.getByRole('menuitem', { name: 'Attach servers', exact: true }).click();
      const attach = dialog.getByRole('button', { name: 'Attach', exact: true });
      expect(await attach.isDisabled()).toBe(true);
      for (const name of ['web1', 'web2']) {
        await dialog.getByRole('combobox', { name: 'Servers', exact: true }).fill(name);
        await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
      }
      // Closes the list of options, which covers the buttons.
      await page.keyboard.press('Tab');
      await warning.filter({ hasText: 'The firewalls of the 2 servers do not allow SSH' }).waitFor();
      await attach.click();
      await dialog.waitFor({ state: 'detached' });
      expect((await find())?.hosting_ids.toSorted((a, b) => a - b)).toEqual([id, other].toSorted((a, b) => a - b));

      await page.goto(`${panel.url}/servers/${id}`);
      await page.getByRole('link', { name: 'Firewall', exact: true }).click();
      await row.getByText('Active', { exact: true }).waitFor();
      await page.getByText('SSH is blocked', { exact: true }).waitFor();
      await row.getByRole('button', { name: /^Actions/ }).click();
      await page.getByRole('menuitem', { name: 'Detach', exact: true }).click();
      await dialog.getByText('This is the last firewall of the server.', { exact: false }).waitFor();
      await dialog.getByRole('button', { name: 'Detach', exact: true }).click();
      await page.getByText('No firewall is attached.', { exact: false }).waitFor();
      expect((await find())?.hosting_ids).toEqual([other]);
    });

    it('a record is added to a domain after a review of the changes, and a wrong one is reported in its row', async () => {
      const { panel, api, arrive } = journey();
      const { data: added } = await api(panel.liveKey, '/domains', { domain: 'journey.example' });
      const page = await arrive(`/domains/${added.id}`);
      await page.getByRole('button', { name: 'Add record', exact: true }).first().click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('shop');
      await page.getByRole('textbox', { name: 'Content', exact: true }).fill('not an address');
      await page.getByRole('button', { name: 'Review changes', exact: true }).click();
      const review = page.getByRole('dialog');
      await review.getByText('not an address', { exact: false }).waitFor();
      await review.getByRole('button', { name: 'Save records', exact: true }).click();
      await page.locator('[class*="Input-error"], [class*="InputWrapper-error"]').first().waitFor();
      // Errors are corrected in the row.
      await review.waitFor({ state: 'detached' });
      await page.getByRole('textbox', { name: 'Content', exact: true }).fill('203.0.113.77');
      await page.getByRole('button', { name: 'Review changes', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save records', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const { data } = await api(panel.liveKey, `/domains/records?id=${added.id}`);
      expect(data.records).toMatchObject([{ name: 'shop', type: 'A', content: '203.0.113.77' }]);
    });

    it('a database is created, and its password is shown once', async () => {
      const { panel, api, arrive } = journey();
      const page = await arrive('/databases');
      await page.getByRole('button', { name: 'Create database', exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('journey');
      await dialog.getByRole('button', { name: 'Create database', exact: true }).click();
      const password = await page.getByRole('textbox', { name: 'Password', exact: true }).inputValue();
      const uri = await page.getByRole('textbox', { name: 'URI', exact: true }).inputValue();
      expect([password.length, uri.includes(password)]).toEqual([32, true]);
      await page.getByText(/psql/).first().waitFor();
      await page.getByRole('button', { name: "I've saved it" }).click();
      await page.reload();
      await page.getByText('journey', { exact: true }).first().waitFor();
      expect(await page.content()).not.toContain(password);
      expect((await api(panel.liveKey, '/databases?search=journey')).data).toHaveLength(1);
    });

    it('a backup is created, and restoring it asks for the name of the database that it replaces', async () => {
      const { panel, api, arrive } = journey();
      const { id } = await findOne(journey(), '/databases?search=shop');
      const page = await arrive('/backups');
      const { data: made } = await api(panel.liveKey, '/backups', {
        database_id: id,
        name: 'Before the journey',
      });
      await api(panel.liveKey, `/actions/show?id=${made.action_id}&wait=30`);
      await page.reload();
      await page.getByText('Before the journey', { exact: true }).first().click();
      await page.getByRole('button', { name: 'Restore', exact: true }).last().click();
      const dialog = page.getByRole('dialog').filter({ hasText: 'to confirm' });
      const go = dialog.getByRole('button', { name: 'Restore backup', exact: true });
      expect(await go.isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill('shop');
      await go.click();
      await dialog.waitFor({ state: 'detached' });
      const { data: actions } = await api(panel.liveKey, '/actions');
      expect(actions.map(({ type }) => type)).toContain('backup.restore');
    });

    it('a backup of a server is verified, and restored to a new server', async () => {
      const { panel, api, arrive } = journey();
      const { id } = await findOne(journey(), '/hosting?search=web2');
      const { data: made } = await api(panel.liveKey, '/backups', { hosting_id: id, name: 'Before the copy' });
      await api(panel.liveKey, `/actions/show?id=${made.action_id}&wait=30`);
      const page = await arrive('/backups');
      const dialog = page.getByRole('dialog');
      await page.getByText('Before the copy', { exact: true }).first().click();
      const verified = dialog.locator('dt', { hasText: /^Restore-tested$/ }).locator('xpath=following-sibling::dd[1]');
      await verified.filter({ hasText: 'not yet' }).waitFor();
      await dialog.getByRole('button', { name: 'Test restore', exact: true }).click();
      const verifying = page.getByRole('dialog', { name: 'Test the restore of Before the copy' });
      await verifying.getByRole('button', { name: 'Test restore', exact: true }).click();
      await verifying.waitFor({ state: 'detached' });
      await verified.filter({ hasText: 'just now' }).waitFor();

      await dialog.getByRole('button', { name: 'Restore to a new server', exact: true }).click();
      const copying = page.getByRole('dialog', { name: 'Restore Before the copy to a new server' });
      await copying.getByLabel('Host name', { exact: true }).fill('copy.demo.example');
      const plan = copying.getByRole('combobox', { name: 'Plan', exact: true });
      await until(async () => /^Cloud M, €.+ a month$/.test(await plan.inputValue()));
      await copying.getByRole('button', { name: 'Order with obligation to pay', exact: true }).click();
      await page.waitForURL(/\/order\/placed\/\d+$/);
      const { data } = await api(panel.liveKey, '/subscriptions?search=copy.demo');
      expect(data).toMatchObject([{ name: 'Cloud M (copy.demo.example)' }]);
    });

    it('in the sandbox nothing changes, and the page, the dialog and the result say so', async () => {
      const { panel, api, arrive } = journey();
      const page = await arrive('/tickets');
      await page.getByRole('switch', { name: 'Sandbox', exact: true }).click({ force: true });
      await page.getByText('Sandbox: writes are simulated, nothing changes.').waitFor();
      await page.getByRole('button', { name: 'New ticket', exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Sandbox: this is simulated. Nothing is created or changed.').waitFor();
      await dialog.getByLabel('Subject', { exact: true }).fill('Only simulated');
      await dialog.getByLabel('Message', { exact: true }).fill('nothing happens');
      await dialog.getByRole('button', { name: 'Create ticket', exact: true }).click();
      await page.getByText('The sandbox accepted the request. Nothing was created or changed.').waitFor();
      expect((await api(panel.liveKey, '/tickets?search=simulated')).data).toEqual([]);
    });
  },
  { settings: SLOW_ENGINES },
);
