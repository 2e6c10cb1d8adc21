import { expect, it } from 'vitest';
import { pressBoth } from '../../testing/browser/panel.ts';
import { eventually } from '../../testing/until.ts';
import { describeJourneys } from './journey.ts';

describeJourneys('monitoring in the panel', (journey) => {
  it('an invalid check shows an error at its field; a valid one is added, comes up, is paused and removed', async () => {
    const { panel, api, arrive } = journey();
    const page = await arrive('/');
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    await pressBoth(page, 'g', 'm');
    await page.getByRole('link', { name: 'Checks', exact: true }).click();
    await page.getByRole('button', { name: 'Add check', exact: true }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('URL', { exact: true }).fill('ftp://example.com/');
    await form.getByRole('button', { name: 'Add check', exact: true }).click();
    await form.locator('[class*="InputWrapper-error"]').first().waitFor();
    await form.getByLabel('URL', { exact: true }).fill(`${panel.url}/healthz`);
    await form.getByLabel('Name', { exact: true }).fill('Journey');
    await form.getByRole('button', { name: 'Add check', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'Journey' });
    // No reload.
    await row.getByText('Up', { exact: true }).waitFor();
    await row.getByRole('img', { name: /100 % up in the last 24 hours, never down/ }).waitFor();
    await row.getByRole('button', { name: /^Journey/ }).click();
    await page.getByRole('dialog').getByText('Last checked').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await row.getByRole('button', { name: 'Actions for Journey' }).click();
    await page.getByRole('menuitem', { name: 'Pause', exact: true }).click();
    await row.getByText('Paused', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Actions for Journey' }).click();
    await page.getByRole('menuitem', { name: 'Remove check', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Journey');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove check', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    expect((await api(panel.liveKey, '/monitoring/checks?search=Journey')).data).toEqual([]);
  });

  it('a rule is changed on the page of its server, but not from the sandbox, and its alert appears', async () => {
    const { panel, api, arrive } = journey();
    const { data: servers } = await api(panel.liveKey, '/hosting?search=web2');
    const id = servers[0]?.id ?? 0;
    const findRule = async () => {
      const { data } = await api(panel.liveKey, `/monitoring/rules?hosting_id=${id}`);
      return data.find(({ metric }) => metric === 'cpu');
    };
    const page = await arrive(`/servers/${id}/monitoring`);
    await page.getByRole('switch', { name: 'Sandbox', exact: true }).click({ force: true });
    const save = async () => {
      await page.getByRole('button', { name: /^CPU/ }).first().click();
      await dialog.getByLabel('Threshold', { exact: true }).fill('80');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    };
    const dialog = page.getByRole('dialog');
    await save();
    await page.getByText('The sandbox accepted the request. Nothing was created or changed.').waitFor();
    expect((await findRule())?.threshold).toBe(90);
    await page.getByRole('switch', { name: 'Sandbox', exact: true }).click({ force: true });
    await page.getByText('Sandbox: writes are simulated').waitFor({ state: 'detached' });
    await save();
    await page.getByText('80 % for 15 minutes').waitFor();
    const rule = await findRule();
    expect(rule?.threshold).toBe(80);
    await page.getByText('No alerts for this server yet.').waitFor();
    await panel.command('monitoring', 'rule', 'test', '--id', rule?.id ?? 0);
    // No reload; the row links to the charts of that time.
    await page.getByRole('table', { name: 'Alerts of this server' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Reset zoom' }).waitFor();
  });

  it('a German reader writes decimals with a comma', async () => {
    const { panel, api, arrive } = journey();
    const { data: servers } = await api(panel.liveKey, '/hosting?search=db1');
    const id = servers[0]?.id ?? 0;
    const page = await arrive('/account/preferences');
    await page.evaluate(() => localStorage.setItem('hostler.language', 'de'));
    await page.goto(`${panel.url}/servers/${id}/monitoring`);
    const threshold = page.getByRole('dialog').getByLabel('Schwellenwert', { exact: true });
    const rule = page.getByRole('button', { name: /^CPU/ }).first();
    await rule.click();
    await threshold.fill('62,5');
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern', exact: true }).click();
    await threshold.waitFor({ state: 'detached' });
    const { data } = await api(panel.liveKey, `/monitoring/rules?hosting_id=${id}`);
    expect(data.find(({ metric }) => metric === 'cpu')?.threshold).toBe(62.5);
    await rule.click();
    expect(await threshold.inputValue()).toBe('62,5 %');
  });

  it('a person sets quiet hours', async () => {
    const { arrive } = journey();
    const page = await arrive('/monitoring/notifications');
    await page.getByLabel('From', { exact: true }).fill('22:00');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // An error is shown at the field if only one is set.
    await page.locator('[class*="InputWrapper-error"]').first().waitFor();
    await page.getByLabel('Until', { exact: true }).fill('07:00');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await eventually(async () => expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('22:00'));
  });
});
