import { expect, it } from 'vitest';
import { describeJourneys } from './journey.ts';

const HOSTILE = `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script> "' \${7*7}`;
/** Rejected in subjects, allowed in messages. */
const RIGHT_TO_LEFT = '\u202E';

describeJourneys('tickets in the panel', (journey) => {
  it('are opened, answered and closed, and the staff reply appears without a reload', async () => {
    const { panel, arrive } = journey();
    const page = await arrive('/tickets');
    await page.getByRole('button', { name: 'New ticket', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Subject', { exact: true }).fill('Mail is late');
    await dialog.getByLabel('Message', { exact: true }).fill('Half an hour since noon.');
    await dialog.getByRole('button', { name: 'Create ticket', exact: true }).click();
    await page.getByRole('heading', { name: 'Mail is late' }).waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    await panel.command('ticket', 'reply', '--id', id, '--message', 'The queue is empty again.');
    await page.getByText('The queue is empty again.').waitFor();
    await page.getByLabel('Reply', { exact: true }).fill('So it is.');
    await page.getByRole('button', { name: 'Send reply', exact: true }).click();
    await page.getByText('So it is.').last().waitFor();
    await page.getByRole('button', { name: 'Close ticket', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close ticket', exact: true }).click();
    await page.getByText('This ticket is closed', { exact: false }).first().waitFor();
    const { data } = await journey().api(panel.liveKey, `/tickets/show?id=${id}`);
    expect(data.status).toBe('closed');
  });

  it('appear in two tabs at once, and signing out in one ends both', async () => {
    const { panel, arrive } = journey();
    const one = await arrive('/tickets', panel.member);
    const other = await one.context().newPage();
    await other.goto(`${panel.url}/tickets`);
    await other.getByRole('table', { name: 'Tickets' }).waitFor();
    await one.getByRole('button', { name: 'New ticket', exact: true }).first().click();
    const dialog = one.getByRole('dialog');
    await dialog.getByLabel('Subject', { exact: true }).fill('From the other tab');
    await dialog.getByLabel('Message', { exact: true }).fill('Is it there?');
    await dialog.getByRole('button', { name: 'Create ticket', exact: true }).click();
    await other.getByRole('link', { name: 'From the other tab' }).waitFor();
    await one.getByRole('button', { name: /, menu$/ }).click();
    await one.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await one.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await other.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await other.getByLabel('Password', { exact: true }).waitFor();
  });

  it('show the text of customers as plain text', async () => {
    const { panel, api, arrive } = journey();
    const { data } = await api(panel.liveKey, '/tickets', {
      subject: HOSTILE,
      message: `${HOSTILE} ${RIGHT_TO_LEFT}`,
    });
    const page = await arrive(`/tickets/${data.id}`);
    await page.getByText('onerror=', { exact: false }).first().waitFor();
    await page.goto(`${panel.url}/tickets`);
    await page.getByText('onerror=', { exact: false }).first().waitFor();
    expect(await page.title()).not.toBe('broken');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });
});
