import { expect, it } from 'vitest';
import { describeJourneys } from './journey.ts';

interface Rule {
  readonly id: number;
  readonly metric: string;
  readonly threshold: number | null;
}

describeJourneys('monitoring in the panel', (journey) => {
  it('a rule is changed on the page of its server, also in the sandbox, and its alert is seen when it comes', async () => {
    const { panel, api, arrive } = journey();
    const { data: servers } = await api<{ id: number }[]>(panel.liveKey, 'hosting?search=db1');
    const id = servers[0]?.id ?? 0;
    const findRule = async () => {
      const { data } = await api<Rule[]>(panel.liveKey, `monitoring/rules?hosting_id=${id}`);
      return data.find(({ metric }) => metric === 'cpu');
    };
    const page = await arrive(`/servers/${id}/monitoring`);
    await page.getByRole('switch', { name: 'Sandbox', exact: true }).click({ force: true });
    await page.getByText('what you change here is real', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: /^CPU/ }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Threshold', { exact: true }).fill('80');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('80 % for 15 minutes').waitFor();
    const rule = await findRule();
    expect(rule?.threshold).toBe(80);
    await page.getByText('Nothing has been wrong with this server so far.').waitFor();
    await panel.command('monitoring', 'rule', 'test', '--id', rule?.id ?? 0);
    // Without loading the page again; the row leads to the charts of that time.
    await page.getByRole('table', { name: 'Alerts of this server' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Back to the whole time' }).waitFor();
  });
});
