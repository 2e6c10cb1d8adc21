import { expect, it } from 'vitest';
import { settle } from '../../../testing/browser/panel.ts';
import { describeJourneys } from '../journey.ts';
import { arriveAsStaff } from './staff.ts';

/** Takes over customers of another system, on the demo. */
describeJourneys('import in the console', (journey) => {
  async function upload(page: Awaited<ReturnType<typeof arriveAsStaff>>, content: string) {
    await page.goto(`${journey().panel.url}/operator/import`);
    await page.getByRole('button', { name: 'Upload file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check a file' });
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: /File/ }).first().click();
    await (await chooser).setFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await dialog.getByRole('button', { name: 'Check file' }).click();
    await page.getByRole('heading', { name: 'old.csv' }).waitFor();
  }

  it('reports each line, refuses wrong lines and creates nothing before the switch', async () => {
    const page = await arriveAsStaff(journey(), 'billing', '/operator/import');
    await upload(page, 'reference;name;email\nX-1;Ada Mover;ada@mover.example\nX-2;;bob@mover.example\n');
    await page.getByText('1 line is wrong').waitFor();
    expect(await page.getByRole('button', { name: 'Switch on' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Show wrong lines' }).click();
    const report = page.getByRole('table', { name: 'Report' });
    await report.getByText('The cell name is empty. Fill it in.').waitFor();
    await report.getByText('X-1').waitFor({ state: 'detached' });
    await settle(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('The import is discarded.').waitFor();

    await upload(page, 'reference,name,email\nX-1,Ada Mover,ada@mover.example\nX-2,Bob Mover,bob@mover.example\n');
    expect(await journey().panel.command<object[]>('account', 'list', '--text', 'mover.example')).toEqual([]);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('dialog').getByText('2 customers are created.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
    await report.getByText('Imported').first().waitFor();
    await page.getByText('2 imported').waitFor();
    await page.getByRole('button', { name: 'Invite customers' }).waitFor();
    const made = await journey().panel.command<{ name: string }[]>('account', 'list', '--text', 'mover.example');
    expect(made.map(({ name }) => name).sort()).toEqual(['Ada Mover', 'Bob Mover']);
  });
});
