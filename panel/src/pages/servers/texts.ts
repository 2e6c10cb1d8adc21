import type { Hosting } from '@hostler/sdk';
import type { Tone } from '../../parts/status.tsx';

type HostingStatus = Hosting['status'];

export const STATUSES: Readonly<Record<HostingStatus, { label: string; tone: Tone; busy?: boolean }>> = {
  running: { label: 'Running', tone: 'good' },
  stopped: { label: 'Stopped', tone: 'idle' },
  restarting: { label: 'Restarting', tone: 'wait', busy: true },
  provisioning: { label: 'Being made', tone: 'wait', busy: true },
  restoring: { label: 'Restoring', tone: 'wait', busy: true },
  suspended: { label: 'Suspended', tone: 'wait' },
  error: { label: 'Failed', tone: 'bad' },
  terminated: { label: 'Terminated', tone: 'idle' },
};

/** What is being done to a server, by the kind of action. */
export const UNDER_WAY: Readonly<Record<string, string>> = {
  'hosting.create': 'Being made',
  'hosting.adopt': 'Being taken over',
  'hosting.restart': 'Restarting',
  'hosting.start': 'Starting',
  'hosting.stop': 'Stopping',
  'hosting.access': 'Changing keys',
  'hosting.suspend': 'Being suspended',
  'hosting.unsuspend': 'Being released',
  'hosting.terminate': 'Being terminated',
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
  empty: 'A server is a machine of your own: yours to log in to, with an address of its own. Order the first one.',
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
  id: 'Id',
  selected: (count: number) => `${count} selected`,
  bulkDone: (what: string, count: number) => `${what} ${count === 1 ? '1 server' : `${count} servers`}.`,
  bulkFailed: (name: string, why: string) => `${name}: ${why}`,
  more: 'More actions',
  forceRestart: 'Force restart',
  forceStop: 'Force stop',
  forceTitle: (what: string, name: string) => `${what} ${name}`,
  stopTitle: (hostname: string) => `Stop ${hostname}?`,
  stopCosts:
    'It goes on costing while it is off: it is billed by the hour, and keeps its disk and its addresses. It costs nothing more once its subscription is cancelled.',
  forceText:
    'This pulls the plug at once instead of asking the system to shut down. What it had not written to disk is lost.',
  notCreated: 'Server not created yet',
  suspended: 'This server is suspended',
  suspendedText: (reason: string | null) =>
    `${reason ?? 'The reason was not given.'} It cannot be started until that is settled; what is on its disk is kept.`,
  failed: 'This server could not be brought up',
  failedText: 'Starting it tries again. If it fails once more, write to support.',
  terminated: 'This server was terminated; its disk is gone. It stays in the list as a record.',
  write: 'Write to support',
  supportSubject: (name: string) => `Server ${name} cannot be started`,
  supportMessage: (name: string, id: number) => `The server ${name} (id ${id}) is in error and does not start.\n\n`,
  tabs: {
    charts: 'Charts',
    monitoring: 'Monitoring',
    applications: 'Applications',
    backups: 'Backups',
    keys: 'SSH keys',
    domains: 'Domains',
    actions: 'Actions',
  },
  parts: 'Parts of this server',
  charts: 'Load',
  chartsOf: (name: string) => `Load of ${name}`,
  range: 'Time shown',
  zoomed: 'Back to the whole time',
  asTable: 'Show the numbers',
  asCharts: 'Show the charts',
  network: 'Network',
  in: 'In',
  out: 'Out',
  io: 'Disk traffic',
  read: 'Read',
  written: 'Written',
  noReadings: 'There are no readings of this time. They are taken every minute while the server runs.',
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
  created: 'Made',
  subscription: 'Subscription',
  keys: 'SSH keys',
  keysText: 'Who has one of these logs in as root. Changes take effect without a restart.',
  key: 'Key',
  keyType: 'Type',
  fingerprint: 'Fingerprint',
  noComment: 'without a comment',
  noKeys: 'Nobody can log in by SSH. Add the public key of your computer, which ssh-keygen makes.',
  addKey: 'Add key',
  addKeyTitle: 'Add an SSH key',
  publicKey: 'Public key',
  publicKeyHint: 'One line, as in ~/.ssh/id_ed25519.pub. Never send the private key.',
  keyThere: 'is there already.',
  notAdded: 'The key was not added',
  removeKey: 'Remove key',
  removeKeyTitle: (name: string) => `Remove the key ${name}`,
  removeKeyText: (left: number) =>
    left === 0
      ? 'It is the last one: nobody can log in by SSH afterwards. Sessions that are open stay.'
      : `Whoever has it cannot log in any more; ${left === 1 ? 'one other key stays' : `${left} other keys stay`}. Sessions that are open stay.`,
  notRemoved: 'The key was not removed',
  domains: 'Domains',
  domainsText: 'Those whose addresses follow this server.',
  noDomains: 'No domain leads here. Add one and choose this server: its A and AAAA records follow the server.',
  addDomain: 'Add a domain',
  actions: 'Actions',
  what: 'What',
  began: 'Asked for',
  took: 'Took',
  why: 'Why',
  noActions: 'Nothing has been done to this server yet. Restarts, stops and changes of keys are listed here.',
  actionsLookedThrough: (count: number) => `Among the newest ${count} actions on your servers.`,
};

/** Kinds of action, as one sees them in a list. */
export const ACTIONS: Readonly<Record<string, string>> = {
  'hosting.create': 'Made',
  'hosting.adopt': 'Taken over',
  'hosting.restart': 'Restart',
  'hosting.start': 'Start',
  'hosting.stop': 'Stop',
  'hosting.access': 'Change of SSH keys',
  'hosting.suspend': 'Suspension',
  'hosting.unsuspend': 'End of suspension',
  'hosting.terminate': 'Termination',
};

export const ACTION_STATUSES = {
  queued: { label: 'Queued', tone: 'wait' },
  running: { label: 'Under way', tone: 'wait' },
  succeeded: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
} as const;
