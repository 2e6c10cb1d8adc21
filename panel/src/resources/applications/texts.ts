import type { Application, ApplicationStep, CatalogEntry } from '@hostler/sdk';
import type { Tone } from '../../parts/status.tsx';

export const STATUSES: Readonly<Record<Application['status'], { label: string; tone: Tone; busy?: boolean }>> = {
  running: { label: 'Running', tone: 'good' },
  installing: { label: 'Installing', tone: 'wait', busy: true },
  failed: { label: 'Failed', tone: 'bad' },
  removing: { label: 'Removing', tone: 'wait', busy: true },
};

export const STEP_STATUSES: Readonly<Record<ApplicationStep['status'], string>> = {
  pending: 'Waiting',
  running: 'In progress',
  succeeded: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
};

/** Extent to which the recipe was tested before it was published. */
export const TESTED: Readonly<Record<CatalogEntry['tested'], string>> = {
  'in a container': 'Completely tested in a container.',
  'without network, up to downloads': 'Tested in a container up to its downloads. The steps after them are untested.',
  'not run': 'Not tested yet.',
};

/** Recipes write categories in lower case. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const texts = {
  title: 'Applications',
  parts: 'Parts of applications',
  tabs: { catalog: 'Catalogue', installed: 'Installed' },
  search: 'Search applications',
  allCategories: 'All',
  categories: 'Categories',
  noEntry: 'No application matches. Change or clear the filters.',
  emptyCatalog: 'No applications are available yet. Write to support if you need one.',
  catalogOf: (server: string) => `Applications for ${server}.`,
  anyServer: 'Show applications for all servers',
  install: 'Install',
  installTitle: (name: string) => `Install ${name}`,
  notInstalled: (name: string) => `${name} was not installed`,
  server: 'Server',
  serverHint: 'The installation runs as root on this server. Other software on it is not changed.',
  noServers: 'No servers yet. Order a server first.',
  serverPlaceholder: 'Choose a server',
  settings: 'Settings',
  optional: 'optional',
  generatedShort: 'generated for you',
  generated: 'If empty, a value is generated and shown once',
  generate: 'Generate',
  needs: 'Needs',
  memory: (size: string) => `${size} memory`,
  disk: (size: string) => `${size} disk`,
  systems: 'Operating systems',
  anySystem: 'Any Linux',
  ports: 'Ports',
  noPorts: 'None',
  port: (port: number, protocol: string) => `${port}/${protocol}`,
  license: 'Licence',
  homepage: 'Home page',
  tested: 'Tested',
  version: 'Version',
  about: 'About',
  steps: 'Steps',
  stepsText: 'The steps run in this order. If a step fails, the earlier steps are rolled back.',
  parametersAsked: 'Parameters',
  details: 'Details',
  why: {
    capability: 'Applications cannot be installed on this server',
    notRunning: (status: string) => `${status}; it must be running`,
    system: (has: string, needed: string) => `Runs ${has}, needs ${needed}`,
    memory: (has: string, needed: string) => `Has ${has} of memory, needs ${needed}`,
    disk: (has: string, needed: string) => `Has ${has} of disk, needs ${needed}`,
  },
  credentialsTitle: (name: string) => `Credentials of ${name}`,
  whenLost: 'If you lose them, change them on the server itself.',
  installedTitle: 'Installed applications',
  searchInstalled: 'Search by name',
  status: 'Status',
  name: 'Name',
  address: 'Address',
  installed: 'Installed',
  began: 'Started',
  id: 'ID',
  noMatch: 'No application matches. Change or clear the filters.',
  empty: 'No applications installed yet. Choose one from the catalogue to install it on one of your servers.',
  browse: 'Browse the catalogue',
  open: 'Open',
  more: 'More actions',
  failed: 'This installation failed',
  failedText: 'The completed steps were rolled back. Check the output of the failed step, then install again.',
  broken: 'This application is damaged',
  brokenText: 'Remove it, then install it again.',
  again: 'Install again',
  write: 'Write to support',
  supportSubject: (name: string, server: string) => `${name} cannot be installed on ${server}`,
  supportMessage: ({ id, name, error }: Application) => `Application ${id} (${name}): ${error ?? 'failed'}\n\n`,
  phases: { install: 'Installation', remove: 'Removal' },
  progress: (done: number, all: number) => `${done} of ${all} steps done`,
  seconds: (count: number) => (count < 60 ? `${count} s` : `${Math.floor(count / 60)} min ${count % 60} s`),
  output: (step: string) => `Output of ${step}`,
  noOutput: 'No output.',
  noOutputYet: 'No output yet.',
  hidden: 'hidden',
  yes: 'Yes',
  no: 'No',
  remove: 'Remove application',
  removeTitle: (name: string) => `Remove ${name}`,
  removeText: (name: string, server: string) =>
    `This removes ${name} from ${server}: its programs, its settings and its data. This cannot be undone.`,
  removeBackups: (count: number) =>
    count === 0
      ? 'This server has no completed backup.'
      : `${count === 1 ? 'One completed backup' : `${count} completed backups`} of this server ${count === 1 ? 'is' : 'are'} kept.`,
  removing: (name: string) => `${name} is being removed.`,
  gone: (name: string) => `${name} was removed`,
  goneText: 'Its programs, settings and data were removed from the server.',
  showInstalled: 'Show installed applications',
  ofServerText: 'Applications installed on this server from the catalogue.',
  emptyOfServer: 'No applications installed. Choose one from the catalogue.',
  installOne: 'Install an application',
  cannot: 'Applications cannot be installed on this server: its host does not support running commands inside it.',
  notNow: 'The server must be running to install applications. Start it first.',
};
