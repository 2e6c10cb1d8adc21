import type { Recorder } from './recorder.ts';

/** Returns a function that calls the remaining operations, at the end of the story. */
export async function tellBackups(api: Recorder, hosting_id: number, database_id: number) {
  await api.send('backups.create', { body: { database_id, name: 'Before the import' } });
  const { id } = await api.call('backups.create', { body: { hosting_id, name: 'Before the upgrade' } });
  const query = { id };
  await api.call('backups.list');
  await api.call('backups.show', { query });
  await api.call('backups.restore', { query, body: {} });
  await api.call('backups.verify', { query });
  return () => api.call('backups.remove', { query });
}

export async function tellSchedules(api: Recorder, hosting_id: number) {
  const { id } = await api.call('backups.schedules.create', {
    body: { hosting_id, frequency: 'daily', time: '03:30', keep: 7, verify_monthly: true },
  });
  const query = { id };
  await api.call('backups.schedules.list');
  await api.call('backups.schedules.show', { query });
  await api.call('backups.schedules.update', { query, body: { frequency: 'weekly', weekday: 'sunday', keep: 4 } });
  return () => api.call('backups.schedules.remove', { query });
}
