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

  it('name the person beside the company, and show Markdown with a preview, code and harmless links', async () => {
    const { panel, arrive } = journey();
    const page = await arrive('/tickets?new=true');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Subject', { exact: true }).fill('Nginx does not start');
    const message =
      '**Since noon:**\n\n```\nnginx: [emerg] bind() failed\n```\n\n[bank.example](https://evil.example/x)';
    await dialog
      .getByLabel('Message', { exact: true })
      .fill(`${message} [no](javascript:alert(1)) ![p](https://evil.example/p.png)`);
    await dialog.getByText('Preview', { exact: true }).click();
    const preview = dialog.getByRole('region', { name: 'Preview', exact: true });
    await preview.locator('pre').getByText('nginx: [emerg] bind() failed').waitFor();
    expect(await dialog.getByLabel('Message', { exact: true }).isVisible()).toBe(false);
    await dialog.getByText('Write', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Create ticket', exact: true }).click();
    await page.getByRole('heading', { name: 'Nginx does not start' }).waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));

    const staff = await arrive(`/operator/tickets/${id}`, panel.operator);
    for (const view of [page, staff]) {
      const entry = view.getByRole('listitem').filter({ hasText: 'Since noon:' });
      await entry.getByText('Mara Lindqvist', { exact: true }).waitFor();
      await entry.getByText('Larkspur Studio', { exact: true }).waitFor();
      await entry.locator('strong').getByText('Since noon:').waitFor();
      await entry.locator('pre').getByText('nginx: [emerg] bind() failed').waitFor();
      await entry.getByText('(evil.example)', { exact: false }).first().waitFor();
      const links = await entry.getByRole('link').all();
      expect(
        await Promise.all(links.map(async (link) => [await link.getAttribute('href'), await link.getAttribute('rel')])),
      ).toEqual(
        ['https://evil.example/x', 'https://evil.example/p.png'].map((url) => [
          url,
          'noopener noreferrer nofollow ugc',
        ]),
      );
      expect(await entry.locator('img').count()).toBe(0);
    }
  });

  it('show a message of 20,000 characters of markup quickly, and without scrolling sideways', async () => {
    const { panel, api, arrive } = journey();
    const { data } = await api(panel.liveKey, '/tickets', {
      subject: 'Much markup',
      message: `${'*a* [b](https://b.example) '.repeat(700)} last words`,
    });
    const page = await arrive(`/tickets/${data.id}`, undefined, { width: 390 });
    await page.getByText('last words', { exact: false }).waitFor();
    await page.locator('em').first().waitFor();
    const { clientWidth, scrollWidth } = await page
      .locator('html')
      .evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }));
    expect(scrollWidth).toBe(clientWidth);
  });
});
