import type { Command } from './command.ts';
import type { OfferedCommand } from './command-offer.ts';
import type { StaffRole } from './staff-roles.ts';

/** A route of the operator API that runs a command. */
export interface CommandOperation {
  readonly command: Command;
  readonly offer: OfferedCommand;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly roles: readonly StaffRole[];
  readonly status: 200 | 201 | 202;
  readonly isList: boolean;
  /** Option that names the record. */
  readonly id: string | undefined;
  /** Other options it takes. */
  readonly options: readonly string[];
}

/** Path prefix of the operator API. */
export const OPERATOR_PREFIX = '/operator/api/v1';

const NOUNS: Readonly<Record<string, string>> = {
  account: 'accounts',
  person: 'people',
  operator: 'staff',
  'operator key': 'operator-keys',
  key: 'keys',
  audit: 'audit',
  hosting: 'hosting',
  firewall: 'firewalls',
  node: 'nodes',
  traffic: 'traffic',
  address: 'addresses',
  'address pool': 'addresses/pools',
  domain: 'domains',
  email: 'emails',
  'email domain': 'emails/domains',
  database: 'databases',
  backup: 'backups',
  snapshot: 'snapshots',
  application: 'applications',
  'monitoring rule': 'monitoring/rules',
  'monitoring alert': 'monitoring/alerts',
  'monitoring check': 'monitoring/checks',
  image: 'catalog/images',
  plan: 'plans',
  coupon: 'coupons',
  subscription: 'subscriptions',
  order: 'orders',
  block: 'blocks',
  invoice: 'invoices',
  charge: 'charges',
  billing: 'billing',
  payment: 'payments',
  farewell: 'cancellations',
  import: 'imports',
  ticket: 'tickets',
  'canned-reply': 'canned-replies',
  events: 'events',
  webhook: 'webhooks',
  action: 'actions',
  mail: 'mails',
  failed: 'failures',
  setting: 'settings',
  'brand image': 'brand/images',
};
const CREATING = new Set(['create', 'add', 'record', 'install']);

/** Returns the routes of a command: none, one, or a GET and a POST. */
export function listOperations(command: Command): CommandOperation[] {
  const { route: offer } = command;
  if ('local' in offer) return [];
  const verb = command.name.split(' ').at(-1) ?? '';
  const reads = offer.reads || verb === 'show' || command.page !== undefined;
  const { id, options } = listOptions(command, offer);
  const one: CommandOperation = {
    command,
    offer,
    method: reads ? 'GET' : 'POST',
    path: offer.path ?? derivePath(command.name),
    roles: offer.roles,
    status: offer.status ?? (!reads && CREATING.has(verb) ? 201 : 200),
    isList: offer.list ?? command.page !== undefined,
    id,
    options,
  };
  if (!offer.readsWithout) return [one];
  return [{ ...one, method: 'GET', roles: offer.readsWithout.roles, status: 200, options: [] }, one];
}

function listOptions({ options, name }: Command, { id = 'id', fixed = {} }: OfferedCommand) {
  const offered = Object.keys(options).filter((option) => !(option in fixed));
  const isCreating = CREATING.has(name.split(' ').at(-1) ?? '');
  const record = !isCreating && offered.includes(id) ? id : undefined;
  return { id: record, options: offered.filter((option) => option !== record) };
}

/** Throws if the noun is unknown: a new one needs a line in `NOUNS`. */
function derivePath(name: string): string {
  const words = name.split(' ');
  const verb = words.at(-1) ?? '';
  const noun = NOUNS[words.slice(0, -1).join(' ')];
  if (noun === undefined) throw new Error(`${name}: the operator API has no noun for this command`);
  return verb === 'list' || CREATING.has(verb) ? `/${noun}` : `/${noun}/${verb}`;
}

/** Returns the name of an option in JSON and in the query. */
export function fieldOf({ command, offer }: Pick<CommandOperation, 'command' | 'offer'>, option: string): string {
  const listed = command.page ? LIST_NAMES[option] : undefined;
  return offer.names?.[option] ?? listed ?? option.replaceAll('-', '_');
}

/** Lists use the parameters of the public API. */
const LIST_NAMES: Readonly<Record<string, string>> = { text: 'search', limit: 'per_page' };
