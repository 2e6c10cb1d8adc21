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
  running: 'Under way',
  succeeded: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
};

/** How far the recipe was really run before it was offered. */
export const TESTED: Readonly<Record<CatalogEntry['tested'], string>> = {
  'in a container': 'Run from beginning to end in a container.',
  'without network, up to downloads':
    'Run in a container up to its downloads; what comes after them was read, not run.',
  'not run': 'Written with care, but not yet run by us.',
};

/** Categories are written small in recipes. */
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
  emptyCatalog: 'There is nothing to install here yet. Your provider adds applications by recipe files.',
  catalogOf: (server: string) => `You are choosing for ${server}.`,
  anyServer: 'Choose for any server',
  install: 'Install',
  installTitle: (name: string) => `Install ${name}`,
  notInstalled: (name: string) => `${name} was not installed`,
  simulated: (name: string) => `Simulated: ${name} would have been installed.`,
  server: 'Server',
  serverHint: 'Everything is done on this server as root. What else runs there stays as it is.',
  noServers: 'There is no server yet. Order one first.',
  serverPlaceholder: 'Choose a server',
  settings: 'Settings',
  optional: 'optional',
  generatedShort: 'generated for you',
  generated: 'Generated when left empty, and shown once',
  generate: 'Generate',
  needs: 'Needs',
  memory: (size: string) => `${size} memory`,
  disk: (size: string) => `${size} disk`,
  systems: 'Systems',
  anySystem: 'Any Linux system',
  ports: 'Ports',
  noPorts: 'None',
  port: (port: number, protocol: string) => `${port}/${protocol}`,
  license: 'Licence',
  homepage: 'Home page',
  tested: 'Tested',
  version: 'Version',
  about: 'About',
  steps: 'What is done',
  stepsText: 'In this order. If one fails, what was done before is taken back.',
  parametersAsked: 'What you are asked for',
  details: 'Details',
  why: {
    capability: 'Commands cannot be run inside it from here',
    notRunning: (status: string) => `${status}; it must be running`,
    system: (has: string, needed: string) => `Runs ${has}, needs ${needed}`,
    memory: (has: string, needed: string) => `Has ${has} of memory, needs ${needed}`,
    disk: (has: string, needed: string) => `Has ${has} of disk, needs ${needed}`,
  },
  credentialsTitle: (name: string) => `Credentials of ${name}`,
  whenLost: 'When they are lost, they can only be changed on the server itself.',
  installedTitle: 'Installed applications',
  searchInstalled: 'Search by name',
  status: 'Status',
  name: 'Name',
  address: 'Address',
  installed: 'Installed',
  began: 'Began',
  id: 'Id',
  noMatch: 'No application matches. Change or clear the filters.',
  empty:
    'Nothing is installed yet. Choose from the catalogue, and it is set up on one of your servers while you watch.',
  browse: 'Browse the catalogue',
  open: 'Open',
  more: 'More actions',
  failed: 'This installation failed',
  failedText: 'What it had done was taken back. Look at the output of the step that failed, then install it again.',
  broken: 'This application is no longer as it was installed',
  brokenText: 'Remove it; it can be installed again afterwards.',
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
    `The steps of its recipe take ${name} off ${server}: its programs, its settings, and the data it keeps there. That cannot be undone.`,
  removeBackups: (count: number) =>
    count === 0
      ? 'There is no completed backup of this server.'
      : `${count === 1 ? 'One completed backup' : `${count} completed backups`} of this server ${count === 1 ? 'stays' : 'stay'}.`,
  removing: (name: string) => `${name} is being removed.`,
  gone: (name: string) => `${name} was removed`,
  goneText: 'What it had installed has been taken off the server.',
  showInstalled: 'Show what is installed',
  simulatedRemoval: (name: string) => `Simulated: ${name} would have been removed.`,
  ofServerText: 'What is set up on this server by recipes.',
  emptyOfServer: 'Nothing is installed on this server by us. Choose something from the catalogue.',
  installOne: 'Install an application',
  cannot: 'Applications cannot be installed here: where this server runs, commands cannot be run inside it.',
  notNow: 'Applications are installed on a server that runs. Start it first.',
};
