import type { Recorder } from './recorder.ts';

/** Returns a function that calls the remaining operations, at the end of the story. */
export async function tellEmails(api: Recorder) {
  const { data } = await api.send('domains.create', { body: { domain: 'example.org' } });
  const domain_id = (data as { id: number }).id;
  const { id } = await api.call('emails.create', {
    body: { address: 'jo@example.org', quota_mb: 2048, aliases: ['info@example.org', '*@example.org'] },
  });
  const query = { id };
  await api.call('emails.list');
  await api.call('emails.show', { query });
  await api.call('emails.update', { query, body: { forward_to: ['jo@example.net'], keep_copy: true } });
  await api.call('emails.password', { query, body: {} });
  await api.call('emails.domains.verify', { query: { domain_id } });
  await api.call('emails.domains.mergeSpf', { query: { domain_id } });
  await api.call('emails.domains.list');
  return () => api.call('emails.remove', { query });
}
