import { hostname } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { buildHostctl } from '../../testing/hostctl.ts';
import { eventually } from '../../testing/until.ts';
import { describeJourneys } from './journey.ts';

describeJourneys('API keys in the panel', (journey) => {
  it('are created with some scopes, work within them, and are revoked immediately', async () => {
    const { api, arrive } = journey();
    const page = await arrive('/developers/keys');
    await page.getByRole('button', { name: 'Create API key', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    const create = dialog.getByRole('button', { name: 'Create key', exact: true });
    expect(await dialog.getByRole('button', { name: 'Read-only', pressed: true }).count()).toBe(1);
    expect(await create.isDisabled(), 'without a name').toBe(true);
    await dialog.getByLabel('Name', { exact: true }).fill('journey');
    expect(await create.isEnabled(), 'with a name and the preset').toBe(true);
    await dialog.getByRole('button', { name: 'Billing', exact: true }).click();
    expect(await dialog.getByRole('checkbox', { name: 'billing.write', exact: true }).isChecked()).toBe(true);
    for (const scope of ['billing.read', 'billing.write']) {
      await dialog.getByRole('checkbox', { name: scope, exact: true }).uncheck();
    }
    expect(await create.isDisabled(), 'without a scope').toBe(true);
    for (const scope of ['tickets.read', 'hosting.read']) {
      await dialog.getByRole('checkbox', { name: scope, exact: true }).check();
    }
    await create.click();
    const key = await page.getByRole('textbox', { name: 'API key', exact: true }).inputValue();
    expect(key).toMatch(/^svc_live_\w{36}$/);
    expect((await api(key, '/tickets')).status).toBe(200);
    expect((await api(key, '/databases')).status).toBe(403);
    expect((await api(key, '/tickets', { subject: 'a', message: 'b' })).status).toBe(403);
    await page.getByRole('button', { name: "I've saved it" }).click();
    await page.getByRole('row').filter({ hasText: 'journey' }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: /Revoke/ }).click();
    const sure = page.getByRole('dialog');
    await sure.getByRole('textbox').fill('journey');
    await sure.getByRole('button', { name: /Revoke/ }).click();
    await page.getByRole('row').filter({ hasText: 'journey' }).getByText('Revoked').waitFor();
    await eventually(async () => expect((await api(key, '/tickets')).status).toBe(401));
  });

  it('are collected by hostctl on another machine once a person compared the code and allowed access', async () => {
    const { panel, visit } = journey();
    const cli = await buildHostctl();
    onTestFinished(() => cli.remove());
    const startLogin = async () => {
      const login = cli.start(['login', panel.url, '--no-browser', '--context', 'panel']);
      await eventually(() => expect(login.stderr()).toContain('?code='));
      const [, address = '', code = ''] = /(http\S+\?code=(\S+))/.exec(login.stderr()) ?? [];
      return { ...login, address, code };
    };
    const login = await startLogin();
    const page = await visit();
    await page.goto(login.address);
    await page.getByLabel('E-mail', { exact: true }).fill(panel.customer.email);
    await page.getByLabel('Password', { exact: true }).fill(panel.customer.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText(login.code, { exact: true }).waitFor();
    await page.getByText('Did you start this yourself?').waitFor();
    const request = page.getByRole('region', { name: 'Request', exact: true });
    expect(await request.textContent()).toMatch(
      new RegExp(`hostctl [\\d.]+.*not verified.*${hostname()}.*127\\.0\\.0\\.1`),
    );
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(`hostctl on ${hostname()}`);
    expect(await page.getByRole('button', { name: 'Read-only', pressed: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'Allow access', exact: true }).click();
    await page.getByText('Return to your terminal').waitFor();
    expect(await login.exited).toMatchObject({ code: 0, stdout: expect.stringContaining('(live). Context: panel') });
    expect(await cli.run(['server', 'list', '--limit', '1'])).toMatchObject({ code: 0 });
    const refused = await cli.run(['ticket', 'create', '--subject', 'a', '--message', 'b']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('tickets.write') });
    await page.getByRole('link', { name: 'Show API keys', exact: true }).click();
    await page
      .getByRole('row')
      .filter({ hasText: `hostctl on ${hostname()}` })
      .waitFor();

    // A wrong code, then the right one, typed by hand, which is denied.
    const other = await startLogin();
    await page.goto(`${panel.url}/device`);
    await page.getByLabel('Code', { exact: true }).fill('BBBB-BBBB');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByText('This code is wrong or has expired').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(other.code.toLowerCase());
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: 'Deny', exact: true }).click();
    await page.getByText('The program gets no key').waitFor();
    expect(await other.exited).toMatchObject({ code: 1, stderr: expect.stringContaining('was denied') });
  });
});
