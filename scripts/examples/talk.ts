import { MINUTE } from '../../server/src/kernel/time.ts';
import type { Installation } from './installation.ts';
import type { Recorder } from './recorder.ts';

/**
 * Runs before there is any event. Returns a function that calls the remaining operations, as the next function does.
 */
export async function tellWebhooks(api: Recorder, { receiver }: Installation) {
  const events = ['ticket.created', 'ticket.replied'];
  const body = { url: receiver.url, events, description: 'Our helpdesk' };
  const { id } = await api.call('webhooks.create', { body });
  const query = { id };
  await api.call('webhooks.test', { query });
  return async () => {
    await api.call('webhooks.list');
    await api.call('webhooks.show', { query });
    await api.call('webhooks.deliveries.list', { query: { id, per_page: 2 } });
    await api.call('webhooks.redeliver', { query, body: { since: '2026-11-12T00:00:00+00:00' } });
    await api.call('events.list', { query: { after: 3, limit: 2 } });
    await api.call('webhooks.update', { query, body: { events: [...events, 'ticket.closed'] } });
    await api.call('webhooks.rotateSecret', { query });
    await api.call('webhooks.remove', { query });
  };
}

export async function tellTickets(api: Recorder, { operator, clock, settle }: Installation) {
  const message = 'It has taken ten seconds a page since this morning.';
  const body = { subject: 'The shop is slow', message, priority: 'high' };
  const { id } = await api.call('tickets.create', { body });
  const query = { id };
  clock.advance(4 * MINUTE);
  await operator.tickets.reply({ id, message: 'We are looking into it.' });
  await settle();
  await api.call('tickets.list');
  await api.call('tickets.show', { query });
  await api.call('tickets.reply', { query, body: { message: 'It is the database, we think.' } });
  return () => api.call('tickets.close', { query });
}
