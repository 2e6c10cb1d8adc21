import { expect, it } from 'vitest';
import { startHttpReceiver } from '../../testing/receivers/receiver.ts';
import { describeJourneys } from './journey.ts';

describeJourneys('webhooks in the panel', (journey) => {
  it('are created, receive events, and redeliver an event on request', async () => {
    const { panel, api, arrive } = journey();
    const arrived: string[] = [];
    let works = false;
    const receiver = await startHttpReceiver(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      arrived.push(body);
      response.writeHead(works ? 204 : 500, { 'Content-Type': 'text/html' }).end(works ? undefined : '<b>not yet</b>');
    });
    try {
      const page = await arrive('/developers/webhooks');
      await page.getByRole('button', { name: 'Add webhook', exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('URL', { exact: true }).fill(`http://127.0.0.1:${receiver.port}/hooks`);
      await dialog.getByRole('checkbox', { name: 'ticket.created' }).check();
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/);
      const { data: webhooks } = await api(panel.liveKey, '/webhooks');
      const id = webhooks[0]?.id;
      await api(panel.liveKey, '/tickets', { subject: 'An event', message: 'for the webhook' });
      await page.goto(`${panel.url}/developers/webhooks/${id}`);
      await page.getByText('ticket.created').first().click();
      // The response of the receiver is shown as text.
      await page.getByText('<b>not yet</b>').first().waitFor();
      works = true;
      const before = arrived.length;
      await page.getByRole('button', { name: 'Redeliver', exact: true }).first().click();
      await page.getByText('Delivered').first().waitFor();
      expect(arrived.length).toBeGreaterThan(before);
      expect(JSON.parse(arrived.at(-1) ?? '')).toMatchObject({
        event: 'ticket.created',
        data: { subject: 'An event' },
      });
      await page.getByRole('button', { name: 'Send test event', exact: true }).click();
      const test = page.getByRole('list', { name: 'Deliveries' }).getByRole('link', { name: /ticket\.created Test/ });
      await test.click();
      await page.getByText('The body of a test event is not stored.').waitFor();
      expect(await page.getByRole('button', { name: 'Redeliver', exact: true }).count()).toBe(0);
    } finally {
      await receiver.close();
    }
  });
});
