import { expect, it } from 'vitest';
import { settle } from '../../../testing/browser/panel.ts';
import { describeJourneys } from '../journey.ts';
import { arriveAsStaff } from './staff.ts';

describeJourneys('tickets in the console', (journey) => {
  async function openTicket(subject: string): Promise<number> {
    const { panel, api } = journey();
    const { data } = await api(panel.liveKey, '/tickets', { subject, message: 'Since this morning.' });
    return data.id;
  }

  it('are found in a queue, assigned, answered with a canned reply, noted and closed', async () => {
    const { panel, api } = journey();
    const id = await openTicket('The shop is down');
    await panel.command('canned-reply', 'create', '--title', 'We look', '--message', 'We look into it.');
    const page = await arriveAsStaff(journey(), 'support', '/operator/tickets');
    await page.getByRole('link', { name: /^Unassigned/ }).click();
    await page.getByRole('link', { name: 'The shop is down' }).click();
    await page.getByRole('heading', { name: 'The shop is down' }).waitFor();
    await page.getByText('Since this morning.').waitFor();

    await page.keyboard.press('a');
    await page.getByRole('option', { name: 'Sam support' }).click();
    await page.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Assign to', { exact: true }).inputValue()).toBe('Sam support');

    await page.getByRole('combobox', { name: 'Insert canned reply' }).click();
    await page.getByRole('option', { name: 'We look' }).click();
    expect(await page.getByLabel('Reply', { exact: true }).inputValue()).toBe('We look into it.');
    await page.getByRole('button', { name: 'Send reply', exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: 'We look into it.' }).waitFor();

    await page.getByRole('heading', { name: 'The shop is down' }).click();
    await page.keyboard.press('n');
    await page.getByLabel('Note', { exact: true }).fill('The disk of this node is slow.');
    await page.getByRole('button', { name: 'Add note', exact: true }).click();
    await page.getByRole('listitem', { name: 'Internal note' }).filter({ hasText: 'The disk of this node' }).waitFor();
    await page.getByLabel('Reply', { exact: true }).waitFor();

    const seen = JSON.stringify((await api(panel.liveKey, `/tickets/show?id=${id}`)).data);
    expect(seen).toContain('We look into it.');
    expect(seen).not.toContain('The disk of this node');

    await page.getByRole('heading', { name: 'The shop is down' }).click();
    await page.keyboard.press('e');
    await page.getByRole('dialog').getByRole('button', { name: 'Close ticket', exact: true }).click();
    await page.getByText('This ticket is closed. You can still add notes.').waitFor();
  });

  it('appear in an open queue without reload', async () => {
    const page = await arriveAsStaff(journey(), 'support', '/operator/tickets');
    await page.getByRole('heading', { name: 'Tickets' }).waitFor();
    await settle(page);
    await openTicket('Written while staff look');
    await page.getByRole('link', { name: 'Written while staff look' }).waitFor();
  });

  it('warn of a colleague who writes and of a message that arrived meanwhile, and keep the draft', async () => {
    const { panel, api } = journey();
    const id = await openTicket('Two at once');
    const one = await arriveAsStaff(journey(), 'support', `/operator/tickets/${id}`);
    const other = await arriveAsStaff(journey(), 'technician', `/operator/tickets/${id}`);
    await one.getByLabel('Reply', { exact: true }).fill('My answer.');
    await other.getByText('Sam support is writing in this ticket.').waitFor();
    await api(panel.liveKey, '/tickets/reply', { id, message: 'It works again.' });
    await one.getByText('The ticket has a newer message').waitFor();
    await one.getByRole('button', { name: 'Send reply', exact: true }).click();
    await one.getByText('has a newer message from the customer').waitFor();
    await one.reload();
    expect(await one.getByLabel('Reply', { exact: true }).inputValue()).toBe('My answer.');
    await one.getByRole('button', { name: 'Send reply', exact: true }).click();
    await one.getByRole('listitem').filter({ hasText: 'My answer.' }).waitFor();
    await settle(one);
    expect(await one.getByLabel('Reply', { exact: true }).inputValue()).toBe('');
  });

  it('are walked with j and k, on a phone too', async () => {
    await openTicket('Older one');
    await openTicket('Newer one');
    const page = await arriveAsStaff(journey(), 'billing', '/operator/tickets?queue=waiting', {
      width: 390,
      height: 844,
    });
    await page.getByRole('link', { name: 'Newer one' }).click();
    await page.getByRole('heading', { name: 'Newer one' }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Older one' }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: 'Newer one' }).waitFor();
    const wide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
    expect(wide).toBe(false);
  });
});
