import { backdateSimulatedVps, sampleSimulatedVps } from '../../server/src/engines/vps/simulated.ts';
import { formatTime, MINUTE } from '../../server/src/kernel/time.ts';
import { recordSamples } from '../../server/src/modules/resources/hosting/metrics/jobs.ts';
import { createMetering } from '../../server/src/modules/resources/hosting/traffic/jobs.ts';
import type { Installation } from './installation.ts';
import type { Recorder } from './recorder.ts';

const SSH_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1 you@example.com';

export async function tellHosting(api: Recorder, installation: Installation, id: number): Promise<void> {
  const query = { id };
  await api.call('hosting.images.list');
  await api.call('hosting.update', {
    query,
    body: { label: 'Shop', tags: ['env:prod', 'shop'], note: 'Runs the shop.' },
  });
  await api.call('hosting.list');
  await api.call('hosting.show', { query });
  const [start, end] = await runForAWhile(installation);
  await api.call('hosting.metrics', { query: { id, start: formatTime(start), end: formatTime(end), step: 300 } });
  await api.call('hosting.traffic', { query });
  await api.call('hosting.access', { query, body: { ssh_keys: [SSH_KEY] } });
  await api.call('hosting.sshKeys', { query });
  await api.call('hosting.console', { query, body: { kind: 'shell' } });
  await api.call('hosting.password', { query });
  const { action_id } = await api.call<{ action_id: number }>('hosting.restart', { query, body: { force: false } });
  await api.call('actions.show', { query: { id: action_id, wait: 30 } });
  await api.call('hosting.stop', { query, body: { force: false } });
  await api.call('hosting.start', { query });
  await api.call('hosting.rescue', { query, body: { enabled: true } });
  const user_data = '#cloud-config\npackages: [nginx]\n';
  await api.call('hosting.rebuild', { query, body: { image: 'debian/13', user_data } });
  await api.call('actions.list', { query: { per_page: 2 } });
  await tellSnapshots(api, id);
}

async function tellSnapshots(api: Recorder, hosting_id: number): Promise<void> {
  const body = { name: 'Before the upgrade' };
  const { id } = await api.call('hosting.snapshots.create', { query: { id: hosting_id }, body });
  await api.call('hosting.snapshots.list', { query: { hosting_id } });
  await api.call('hosting.snapshots.restore', { query: { id } });
  await api.call('hosting.snapshots.remove', { query: { id } });
}

export async function tellSshKeys(api: Recorder): Promise<void> {
  const public_key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBUqjP2pxLkeDws9S2k7AMhNoJRC1nrZtLxx1MgG7Cx1 you@example.com';
  const { id } = await api.call('sshKeys.create', { body: { public_key, name: 'Laptop' } });
  const query = { id };
  await api.call('sshKeys.list');
  await api.call('sshKeys.show', { query });
  await api.call('sshKeys.update', { query, body: { name: 'Old laptop' } });
  await api.call('sshKeys.remove', { query });
}

export async function tellFirewalls(api: Recorder, hosting_id: number): Promise<void> {
  const networks = ['0.0.0.0/0', '::/0'];
  const inbound = [
    { protocol: 'tcp', ports: '22', networks: ['203.0.113.0/24'], description: 'SSH from the office' },
    { protocol: 'tcp', ports: '443', networks },
    { protocol: 'icmp', networks },
  ];
  const { id } = await api.call('firewalls.create', { body: { name: 'Web servers', inbound } });
  const query = { id };
  await api.call('firewalls.attach', { query, body: { hosting_ids: [hosting_id] } });
  await api.call('firewalls.update', { query, body: { inbound: inbound.slice(1) } });
  await api.call('firewalls.list');
  await api.call('firewalls.show', { query });
  await api.call('firewalls.detach', { query, body: { hosting_ids: [hosting_id] } });
  await api.call('firewalls.remove', { query });
}

/**
 * Records readings of the last ten minutes. The engine uses the time of this machine, so its machines are backdated to
 * the story's time.
 */
async function runForAWhile({ hostler, clock, vpsDir }: Installation): Promise<[start: number, end: number]> {
  const end = Math.floor(clock.now() / (5 * MINUTE)) * 5 * MINUTE;
  const start = end - 10 * MINUTE;
  for (const { name } of await sampleSimulatedVps(vpsDir, Date.now())) {
    await backdateSimulatedVps(vpsDir, name, clock.start);
  }
  const beginMetering = createMetering({ trafficSettings: { timeZone: 'UTC' } });
  for (let at = start - MINUTE; at <= end; at += MINUTE) {
    await recordSamples(hostler.db, await sampleSimulatedVps(vpsDir, at), undefined, beginMetering(at));
  }
  return [start, end];
}

/** Returns a function that calls the remaining operations, at the end of the story. */
export async function tellDomains(api: Recorder, hosting_id: number) {
  const { id } = await api.call('domains.create', { body: { domain: 'example.com', hosting_id } });
  const query = { id };
  await api.call('domains.records.replace', {
    query,
    body: {
      records: [
        { name: '@', type: 'MX', ttl: 3600, content: '10 mail.example.com.' },
        { name: '@', type: 'TXT', content: '"v=spf1 mx -all"' },
      ],
    },
  });
  await api.call('domains.list');
  await api.call('domains.show', { query });
  await api.call('domains.records.show', { query });
  const addresses = await api.call<{ address: string }[]>('hosting.addresses.show', {
    query: { id: hosting_id },
  });
  const reverse = { address: addresses[0]?.address, name: 'example.com' };
  await api.call('hosting.addresses.reverse', { query: { id: hosting_id }, body: reverse });
  await api.call('hosting.addresses.offer', { query: { id: hosting_id } });
  const extra = { query: { id: hosting_id }, body: { family: 4 } };
  const { address } = await api.call<{ address: string }>('hosting.addresses.create', extra);
  await api.call('hosting.addresses.remove', { query: { id: hosting_id }, body: { address } });
  return () => api.call('domains.remove', { query });
}

export async function tellDatabases(api: Recorder) {
  const { id } = await api.call('databases.create', { body: { name: 'shop', engine: 'postgresql' } });
  await api.call('databases.list');
  await api.call('databases.resetPassword', { query: { id } });
  return { database: id, endDatabase: () => api.call('databases.remove', { query: { id } }) };
}

/** Returns a function that calls the remaining operations, at the end of the story. */
export async function tellApplications(api: Recorder, hosting_id: number) {
  await api.call('applications.catalog.list', { query: { hosting_id, search: 'static page' } });
  const parameters = { notice: 'Staff of Example Ltd only.' };
  const { id } = await api.call('applications.create', { body: { hosting_id, slug: 'login-notice', parameters } });
  await api.call('applications.list', { query: { hosting_id } });
  await api.call('applications.show', { query: { id } });
  return () => api.call('applications.remove', { query: { id } });
}
