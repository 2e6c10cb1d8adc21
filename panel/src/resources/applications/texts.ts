import type { Application, ApplicationStep, CatalogEntry } from '@hostler/sdk';
import { plural, t } from '@lingui/core/macro';
import type { Tone } from '../../parts/status.tsx';

export const STATUSES: Readonly<Record<Application['status'], { label: string; tone: Tone; busy?: boolean }>> = {
  running: { label: t`Running`, tone: 'good' },
  installing: { label: t`Installing`, tone: 'wait', busy: true },
  failed: { label: t`Failed`, tone: 'bad' },
  removing: { label: t`Removing`, tone: 'wait', busy: true },
};

export const STEP_STATUSES: Readonly<Record<ApplicationStep['status'], string>> = {
  pending: t`Waiting`,
  running: t`In progress`,
  succeeded: t`Done`,
  failed: t`Failed`,
  skipped: t`Skipped`,
};

/** Extent to which the recipe was tested before it was published. */
export const TESTED: Readonly<Record<CatalogEntry['tested'], string>> = {
  'in a container': t`Completely tested in a container.`,
  'without network, up to downloads': t`Tested in a container up to its downloads. The steps after them are untested.`,
  'not run': t`Not tested yet.`,
};

/** Recipes write categories in lower case. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const texts = {
  title: t`Applications`,
  parts: t`Parts of applications`,
  tabs: { catalog: t`Catalogue`, installed: t`Installed` },
  search: t`Search applications`,
  allCategories: t`All`,
  categories: t`Categories`,
  noEntry: t`No application matches. Change or clear the filters.`,
  emptyCatalog: t`No applications are available yet. Write to support if you need one.`,
  catalogOf: (server: string) => t`Applications for ${server}.`,
  anyServer: t`Show applications for all servers`,
  install: t`Install`,
  installTitle: (name: string) => t`Install ${name}`,
  notInstalled: (name: string) => t`${name} was not installed`,
  server: t`Server`,
  serverHint: t`The installation runs as root on this server. Other software on it is not changed.`,
  noServers: t`No servers yet. Order a server first.`,
  serverPlaceholder: t`Choose a server`,
  settings: t`Settings`,
  optional: t`optional`,
  generatedShort: t`generated for you`,
  generated: t`If empty, a value is generated and shown once`,
  generate: t`Generate`,
  needs: t`Needs`,
  memory: (size: string) => t`${size} memory`,
  disk: (size: string) => t`${size} disk`,
  systems: t`Operating systems`,
  anySystem: t`Any Linux`,
  ports: t`Ports`,
  noPorts: t`None`,
  port: (port: number, protocol: string) => `${port}/${protocol}`,
  license: t`Licence`,
  homepage: t`Home page`,
  tested: t`Tested`,
  version: t`Version`,
  about: t`About`,
  steps: t`Steps`,
  stepsText: t`The steps run in this order. If a step fails, the earlier steps are rolled back.`,
  parametersAsked: t`Parameters`,
  details: t`Details`,
  why: {
    capability: t`Applications cannot be installed on this server`,
    notRunning: (status: string) => t`${status}; it must be running`,
    system: (has: string, needed: string) => t`Runs ${has}, needs ${needed}`,
    memory: (has: string, needed: string) => t`Has ${has} of memory, needs ${needed}`,
    disk: (has: string, needed: string) => t`Has ${has} of disk, needs ${needed}`,
  },
  credentialsTitle: (name: string) => t`Credentials of ${name}`,
  whenLost: t`If you lose them, change them on the server itself.`,
  installedTitle: t`Installed applications`,
  searchInstalled: t`Search by name`,
  status: t`Status`,
  name: t`Name`,
  address: t`Address`,
  installed: t`Installed`,
  began: t`Started`,
  id: 'ID',
  noMatch: t`No application matches. Change or clear the filters.`,
  empty: t`No applications installed yet. Choose one from the catalogue to install it on one of your servers.`,
  browse: t`Browse the catalogue`,
  open: t`Open`,
  more: t`More actions`,
  failed: t`This installation failed`,
  failedText: t`The completed steps were rolled back. Check the output of the failed step, then install again.`,
  broken: t`This application is damaged`,
  brokenText: t`Remove it, then install it again.`,
  again: t`Install again`,
  write: t`Write to support`,
  supportSubject: (name: string, server: string) => t`${name} cannot be installed on ${server}`,
  supportMessage: ({ id, name, error }: Application) => t`Application ${id} (${name}): ${error ?? 'failed'}\n\n`,
  phases: { install: t`Installation`, remove: t`Removal` },
  progress: (done: number, all: number) => t`${done} of ${all} steps done`,
  seconds: (count: number) => (count < 60 ? `${count} s` : t`${Math.floor(count / 60)} min ${count % 60} s`),
  output: (step: string) => t`Output of ${step}`,
  noOutput: t`No output.`,
  noOutputYet: t`No output yet.`,
  hidden: t`hidden`,
  yes: t`Yes`,
  no: t`No`,
  remove: t`Remove application`,
  removeTitle: (name: string) => t`Remove ${name}`,
  removeText: (name: string, server: string) =>
    t`This removes ${name} from ${server}: its programs, its settings and its data. This cannot be undone.`,
  removeBackups: (count: number) =>
    count === 0
      ? t`This server has no completed backup.`
      : t`${plural(count, { one: 'One completed backup', other: '# completed backups' })} of this server ${plural(count, { one: 'is', other: 'are' })} kept.`,
  removing: (name: string) => t`${name} is being removed.`,
  gone: (name: string) => t`${name} was removed`,
  goneText: t`Its programs, settings and data were removed from the server.`,
  showInstalled: t`Show installed applications`,
  ofServerText: t`Applications installed on this server from the catalogue.`,
  emptyOfServer: t`No applications installed. Choose one from the catalogue.`,
  installOne: t`Install an application`,
  cannot: t`Applications cannot be installed on this server: its host does not support running commands inside it.`,
  notNow: t`The server must be running to install applications. Start it first.`,
};
