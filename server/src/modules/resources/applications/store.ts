import {
  countRow,
  defineList,
  foldForSearch,
  later,
  moveRow,
  type NewRow,
  nullable,
  number,
  ofAccount,
  type Page,
  type PageRequest,
  type Query,
  type Row,
  sql,
  table,
  text,
} from '@hostler/database';
import { defineLimit } from '#kernel/limits/limit.ts';
import { APPLICATION_ORDERS, type ApplicationStatus, type HttpsStatus } from './schemas.ts';

export const applications = table(
  'applications',
  {
    id: number(),
    hosting_id: number(),
    slug: text(),
    name: text(),
    version: text(),
    status: text<ApplicationStatus>(),
    url: nullable(text()),
    error: later(text()),
    created_at: number(),
    installed_at: later(number()),
    /** Name under which the application gets a certificate. */
    domain: nullable(text()),
    /** Zone of the account in which the name follows the server. */
    zone_id: nullable(number()),
    https_status: nullable(text<HttpsStatus>()),
    https_error: later(text()),
    https_expires_at: later(number()),
    /** Time of the next attempt; null while one is in progress, or without a name. */
    https_next_at: later(number()),
    /** Failed attempts since the last success. */
    https_tries: later(number()),
  },
  {
    hidden: {
      account_id: number(),
      search_text: text(),
      /**
       * Ports and parameters are JSON. Secrets are not among the parameters: they are stored encrypted with their
       * action and erased with it.
       */
      ports: text(),
      parameters: text(),
      /** JSON of the recipe at the time of the installation: files change and disappear. */
      recipe: text(),
    },
  },
);
export type ApplicationRow = Row<typeof applications>;
export type NewApplicationRow = Omit<NewRow<typeof applications>, 'status'>;

/** Columns that lists do not need, as stored. */
export interface Content {
  ports: string;
  parameters: string;
  recipe: string;
}

type One = { account_id: number; id: number };
type OfServer = { account_id: number; hosting_id: number };

const FIND = sql<One, ApplicationRow>(
  `select ${applications.columns} from applications where account_id = :account_id and id = :id`,
);
const FIND_CONTENT = sql<One, Content>(
  'select ports, parameters, recipe from applications where account_id = :account_id and id = :id',
);
const OF_SERVER = sql<OfServer, ApplicationRow>(
  `select ${applications.columns} from applications
   where account_id = :account_id and hosting_id = :hosting_id order by id`,
);
const CHANGE = sql<Pick<ApplicationRow, 'status' | 'error' | 'installed_at'> & One & { from: string }, ApplicationRow>(
  `update applications set status = :status, error = :error, installed_at = :installed_at
   where account_id = :account_id and id = :id and status = :from returning ${applications.columns}`,
);
const CHANGE_RECIPE = sql<One & { recipe: string }>(
  'update applications set recipe = :recipe where account_id = :account_id and id = :id',
);
const DELETE = sql<One, ApplicationRow>(
  `delete from applications where account_id = :account_id and id = :id returning ${applications.columns}`,
);

const LIST = defineList<ApplicationRow>({
  columns: applications.columns,
  strands: [ofAccount('applications')],
  orders: APPLICATION_ORDERS,
});
const LIST_OF_SERVER = defineList<ApplicationRow>({
  columns: applications.columns,
  orders: APPLICATION_ORDERS,
  strands: [
    {
      table: 'applications',
      keys: { account_id: ':account_id', hosting_id: ':hosting_id' },
      searchable: true,
    },
  ],
});

export const applicationsLimit = defineLimit({
  name: 'applications',
  default: 100,
  what: 'applications',
  advice: 'Remove one',
  counts: { list: 'applications' },
});

export const underWayLimit = defineLimit({
  name: 'applications_under_way',
  default: 10,
  what: 'applications that are being installed or removed',
  advice: 'Wait until one has ended',
  counts: { list: 'applications', statuses: ['installing', 'removing'] },
});

export function listApplications(
  accountId: number,
  page: PageRequest,
  hostingId?: number,
): Query<Page<ApplicationRow>> {
  if (hostingId === undefined) return LIST(accountId, page);
  const options = { parameters: { hosting_id: hostingId }, counts: [totalsOf(hostingId)] };
  return LIST_OF_SERVER(accountId, page, options);
}

export function findApplication(accountId: number, id: number): Query<ApplicationRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

export function findContent(accountId: number, id: number): Query<Content | undefined> {
  return FIND_CONTENT.one({ account_id: accountId, id });
}

export function listOfServer(accountId: number, hostingId: number): Query<ApplicationRow[]> {
  return OF_SERVER.all({ account_id: accountId, hosting_id: hostingId });
}

export function* insertApplication(
  accountId: number,
  application: NewApplicationRow,
  content: Content,
): Query<ApplicationRow> {
  const search_text = foldForSearch(application.name, application.slug);
  const hidden = { account_id: accountId, search_text, ...content };
  const row = yield* applications.insert({ ...application, status: 'installing' }, hidden);
  yield* count(accountId, row, 1);
  return row;
}

/** Changes an application from the status that was read. Returns undefined if it was changed concurrently. */
export function* changeApplication(
  accountId: number,
  row: ApplicationRow,
  changes: Partial<Pick<ApplicationRow, 'status' | 'error' | 'installed_at'>>,
): Query<ApplicationRow | undefined> {
  const { id, status: from, error, installed_at } = row;
  const changed = yield* CHANGE.one({ status: from, error, installed_at, ...changes, account_id: accountId, id, from });
  if (!changed) return undefined;
  for (const list of listsOf(row)) yield* moveRow(accountId, list, id, from, changed.status);
  return changed;
}

/** Replaces the recipe for the removal, which may have been fixed since the installation. */
export function* changeRecipe(accountId: number, id: number, recipe: string): Query<void> {
  yield* CHANGE_RECIPE.run({ account_id: accountId, id, recipe });
}

/** Deletes an application. Its steps must be deleted first. */
export function* deleteApplication(accountId: number, id: number): Query<void> {
  const gone = yield* DELETE.one({ account_id: accountId, id });
  if (gone) yield* count(accountId, gone, -1);
}

function* count(accountId: number, row: ApplicationRow, by: 1 | -1): Query<void> {
  const { id, status } = row;
  for (const list of listsOf(row)) yield* countRow({ account_id: accountId, list, status, id, count: by });
}

function listsOf({ hosting_id }: ApplicationRow): string[] {
  return ['applications', totalsOf(hosting_id)];
}

/** Returns the name of the list that counts the applications of one server. */
function totalsOf(hostingId: number): string {
  return `applications/${hostingId}`;
}
