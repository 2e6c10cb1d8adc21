import type { Hosting } from '@hostler/sdk';
import type { Tone } from '../../parts/status.tsx';

type HostingStatus = Hosting['status'];

export const STATUSES: Readonly<Record<HostingStatus, { label: string; tone: Tone; busy?: boolean }>> = {
  running: { label: 'Running', tone: 'good' },
  stopped: { label: 'Stopped', tone: 'idle' },
  restarting: { label: 'Restarting', tone: 'wait', busy: true },
  provisioning: { label: 'Creating', tone: 'wait', busy: true },
  restoring: { label: 'Restoring', tone: 'wait', busy: true },
  suspended: { label: 'Suspended', tone: 'wait' },
  error: { label: 'Failed', tone: 'bad' },
  terminated: { label: 'Terminated', tone: 'idle' },
};

/** Status shown while an action on a server is in progress, by action type. */
export const UNDER_WAY: Readonly<Record<string, string>> = {
  'hosting.create': 'Creating',
  'hosting.adopt': 'Taking over',
  'hosting.restart': 'Restarting',
  'hosting.start': 'Starting',
  'hosting.stop': 'Stopping',
  'hosting.access': 'Changing keys',
  'hosting.password': 'Resetting the password',
  'hosting.reverse': 'Changing reverse name',
  'hosting.suspend': 'Suspending',
  'hosting.throttle': 'Changing the network limit',
  'hosting.unsuspend': 'Resuming',
  'hosting.terminate': 'Terminating',
};

export const POWER = {
  restart: { label: 'Restart', done: 'Restarting' },
  start: { label: 'Start', done: 'Starting' },
  stop: { label: 'Stop', done: 'Stopping' },
} as const;

export const RANGES = {
  '1h': { label: '1 h', seconds: 3_600 },
  '6h': { label: '6 h', seconds: 6 * 3_600 },
  '24h': { label: '24 h', seconds: 24 * 3_600 },
  '7d': { label: '7 d', seconds: 7 * 86_400 },
  '30d': { label: '30 d', seconds: 30 * 86_400 },
  '90d': { label: '90 d', seconds: 90 * 86_400 },
} as const;
export type RangeName = keyof typeof RANGES;

export const texts = {
  title: 'Servers',
  search: 'Search by name',
  status: 'Status',
  noMatch: 'No server matches. Change or clear the filters.',
  empty: 'A server is a virtual machine with root access and its own IP address. Order your first one.',
  order: 'Order a server',
  name: 'Name',
  address: 'Address',
  addresses: 'Addresses',
  noAddress: 'none yet',
  none: 'no server',
  plan: 'Plan',
  cpu: 'CPU',
  memory: 'Memory',
  disk: 'Disk',
  id: 'ID',
  selected: (count: number) => `${count} selected`,
  bulkDone: (what: string, count: number) => `${what} ${count === 1 ? '1 server' : `${count} servers`}.`,
  bulkFailed: (name: string, why: string) => `${name}: ${why}`,
  more: 'More actions',
  console: 'Console',
  forceRestart: 'Force restart',
  forceStop: 'Force stop',
  forceTitle: (what: string, name: string) => `${what} ${name}`,
  stopTitle: (hostname: string) => `Stop ${hostname}?`,
  stopCosts:
    'A stopped server is still billed by the hour, because it keeps its disk and its addresses. Cancel its subscription to stop the charges.',
  forceText:
    'This turns the power off immediately instead of shutting down the system. Data not yet written to disk is lost.',
  notCreated: 'Server not created yet',
  suspended: 'This server is suspended',
  suspendedText: (reason: string | null) =>
    `${reason ?? 'No reason was given.'} You cannot start it until this is resolved. Its data is kept.`,
  failed: 'This server could not be started',
  failedText: 'Start it to try again. If it fails again, write to support.',
  terminated: 'This server was terminated and its disk deleted. It stays in the list as a record.',
  write: 'Write to support',
  supportSubject: (name: string) => `Server ${name} cannot be started`,
  supportMessage: (name: string, id: number) => `The server ${name} (id ${id}) is in error and does not start.\n\n`,
  tabs: {
    charts: 'Charts',
    monitoring: 'Monitoring',
    applications: 'Applications',
    backups: 'Backups',
    keys: 'SSH keys',
    traffic: 'Traffic',
    network: 'Network',
    domains: 'Domains',
    actions: 'Actions',
  },
  parts: 'Parts of this server',
  charts: 'Load',
  chartsOf: (name: string) => `Load of ${name}`,
  range: 'Time range',
  zoomed: 'Reset zoom',
  asTable: 'Show as table',
  asCharts: 'Show as charts',
  network: 'Network',
  in: 'In',
  out: 'Out',
  io: 'Disk traffic',
  read: 'Read',
  written: 'Written',
  noReadings: 'No data in this period. Usage is measured every minute while the server is running.',
  restarted: 'Restarted',
  stopped: 'Stopped',
  backup: (name: string) => `Backup ${name}`,
  facts: 'Details',
  region: 'Region',
  node: 'Host',
  image: 'System',
  size: 'Size',
  sizeOf: (vcpus: number, memory: string, disk: string) =>
    `${vcpus} ${vcpus === 1 ? 'vCPU' : 'vCPUs'} · ${memory} memory · ${disk} disk`,
  ipv4: 'IPv4',
  ipv6: 'IPv6',
  ssh: 'Log in',
  created: 'Created',
  subscription: 'Subscription',
  keys: 'SSH keys',
  keysText: 'Owners of these keys can log in as root. Changes take effect without a restart.',
  key: 'Key',
  keyType: 'Type',
  fingerprint: 'Fingerprint',
  noComment: 'without a comment',
  noKeys: 'No SSH keys: SSH login is not possible. Run ssh-keygen on your computer and add the public key.',
  addKey: 'Add key',
  addKeyTitle: 'Add an SSH key',
  publicKey: 'Public key',
  publicKeyHint: 'One line, as in ~/.ssh/id_ed25519.pub. Never send the private key.',
  keyThere: 'is already on this server.',
  notAdded: 'The key was not added',
  removeKey: 'Remove key',
  removeKeyTitle: (name: string) => `Remove the key ${name}`,
  removeKeyText: (left: number) =>
    left === 0
      ? 'This is the last key: SSH login is no longer possible. Open SSH sessions stay connected.'
      : `This key can no longer be used to log in. ${left === 1 ? 'One other key is' : `${left} other keys are`} kept. Open SSH sessions stay connected.`,
  notRemoved: 'The key was not removed',
  domains: 'Domains',
  domainsText: 'Domains that point to this server.',
  noDomains: 'No domain points to this server. Add a domain and choose this server: its A and AAAA records follow it.',
  addDomain: 'Add a domain',
  actions: 'Actions',
  what: 'What',
  began: 'Started',
  took: 'Duration',
  why: 'Reason',
  noActions: 'No actions yet. Restarts, stops and changes of SSH keys are listed here.',
  actionsSearched: (count: number) => `Among the newest ${count} actions on your servers.`,
};

/** Names of action types in lists. */
export const ACTIONS: Readonly<Record<string, string>> = {
  'hosting.create': 'Creation',
  'hosting.adopt': 'Takeover',
  'hosting.restart': 'Restart',
  'hosting.start': 'Start',
  'hosting.stop': 'Stop',
  'hosting.access': 'Change of SSH keys',
  'hosting.password': 'Reset of the root password',
  'hosting.reverse': 'Change of a reverse name',
  'hosting.suspend': 'Suspension',
  'hosting.throttle': 'Change of the network limit',
  'hosting.unsuspend': 'End of suspension',
  'hosting.terminate': 'Termination',
  'firewall.apply': 'Change of firewall',
};

export const ACTION_STATUSES = {
  queued: { label: 'Queued', tone: 'wait' },
  running: { label: 'In progress', tone: 'wait' },
  succeeded: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
} as const;
