import { insert, LostRace, type Query, sql } from '@hostler/database';
import type { Environment } from '../../server/src/kernel/environment.ts';
import { AppError } from '../../server/src/kernel/errors.ts';
import type { Credential, Customer, Staff } from '../../server/src/kernel/http/caller.ts';
import { command, custom, list, type Route } from '../../server/src/kernel/http/route.ts';
import type { Surface } from '../../server/src/kernel/http/surface.ts';
import { Resource } from '../../server/src/kernel/schema.ts';
import { Type } from '../../server/src/kernel/type.ts';

/** Two minimal API surfaces besides the public one: a desk for staff, with a cookie, and a shop for customers. */

export const notesMigrations = [
  {
    id: 'notes-001',
    script: `create table notes (
      id {id}, account_id bigint not null, text text not null, author text not null, created_at bigint not null);`,
  },
];

interface NoteRow {
  id: number;
  account_id: number;
  text: string;
  author: string;
}

const insertNote = insert<Omit<NoteRow, 'id'> & { created_at: number }>('notes', [
  'account_id',
  'text',
  'author',
  'created_at',
]);
const ALL_NOTES = sql<object, NoteRow>('select id, account_id, text, author from notes order by id desc');
const NOTES = sql<{ account_id: number }, NoteRow>(
  'select id, account_id, text, author from notes where account_id = :account_id order by id desc',
);

const Note = Resource('Note', 'A note about a customer.', {
  id: Type.Integer(),
  account_id: Type.Integer(),
  text: Type.String(),
  author: Type.String(),
});
/** The write of a note with this text loses every attempt to concurrent updates. */
export const LOST_RACE = 'lost race';

const NewNote = Type.Object({ text: Type.String({ maxLength: 100 }) });

function* addNote(accountId: number, author: Credential, text: string, now: number): Query<NoteRow> {
  const note = { account_id: accountId, text, author: `${author.kind} ${author.id} ${author.label}` };
  return { id: yield* insertNote({ ...note, created_at: now }), ...note };
}

type Right = 'notes.read' | 'notes.write';

export interface Clerk extends Staff<Right> {
  readonly role: 'owner' | 'support';
}

/** The cookie of a clerk is its name. Ids equal those of other API surfaces on purpose. */
const clerks: Record<string, Clerk> = {
  ada: makeClerk(1, 'ada', 'owner', ['notes.read', 'notes.write']),
  ben: makeClerk(2, 'ben', 'support', ['notes.read']),
};

function makeClerk(id: number, label: string, role: Clerk['role'], rights: readonly Right[]): Clerk {
  const credential: Clerk['credential'] = {
    kind: 'staff',
    id,
    label,
    environment: 'live',
    scopes: new Set(rights),
    rate: { bucket: `staff:${id}`, limit: 50 },
    namespace: `staff:${id}`,
    networks: [],
    expiresAt: null,
  };
  return { credential, role, cacheKey: `staff ${role}` };
}

const deskRoutes: Route<Clerk>[] = [
  list({
    path: '/notes',
    access: 'notes.read',
    summary: 'List everybody’s notes',
    description: 'Lists the notes of all customers.',
    item: Note,
    statuses: ['new'],
    *handle(_call, { per_page }) {
      const notes = yield* ALL_NOTES.all({});
      return { items: notes.slice(0, per_page), total: notes.length };
    },
  }),
  command({
    path: '/notes',
    access: 'notes.write',
    summary: 'Write a note about a customer',
    description: 'Adds a note about a customer.',
    status: 201,
    message: 'Written.',
    body: Type.Object({ ...NewNote.properties, account_id: Type.Integer({ minimum: 1 }) }),
    data: Note,
    *handle({ caller, body, now }) {
      return yield* addNote(body.account_id, caller.credential, body.text, now);
    },
  }),
  custom({
    method: 'GET',
    path: '/role',
    access: 'any-credential',
    summary: 'Get the role',
    description: 'Returns the role of the caller.',
    data: Type.String(),
    async handle({ caller }) {
      return caller.role;
    },
  }),
  custom({
    method: 'POST',
    path: '/sessions',
    access: 'public',
    summary: 'Sign in',
    description: 'Signs a clerk in.',
    body: Type.Object({ name: Type.String({ maxLength: 100 }) }),
    data: Type.String(),
    async handle({ body }, { enter }) {
      const clerk = clerks[body.name];
      if (!clerk) throw new AppError('UNAUTHORIZED', 'Nobody has this name.');
      await enter(clerk);
      return clerk.credential.label;
    },
  }),
];

export const desk: Surface<Clerk> = {
  name: 'desk',
  prefix: '/desk/v1',
  authenticator: {
    authenticate({ headers }) {
      const clerk = clerks[/^desk=(\w+)$/.exec(headers.cookie ?? '')?.[1] ?? ''];
      if (!clerk) throw new AppError('UNAUTHORIZED', 'Sign in.');
      return clerk;
    },
    isTried: ({ headers }) => headers.cookie !== undefined,
    checkUse() {},
    refusals: ['UNAUTHORIZED'],
    schemes: { session: { type: 'apiKey', in: 'cookie', name: 'desk' } },
  },
  routes: deskRoutes,
  document: { path: '/openapi-desk.json', title: 'Desk', description: 'For staff.', tags: { notes: 'Notes.' } },
  limits: { failures: 3, bodyBytes: 1024 },
  guard({ method, headers }) {
    if (method === 'POST' && headers['x-desk'] !== '1') throw new AppError('FORBIDDEN', 'Send X-Desk: 1.');
  },
};

const shopRoutes: Route[] = [
  list({
    path: '/notes',
    access: 'tickets.read',
    summary: 'List my notes',
    description: 'Lists the notes of the account.',
    item: Note,
    statuses: ['new'],
    *handle({ caller }, { per_page }) {
      const notes = yield* NOTES.all({ account_id: caller.account.id });
      return { items: notes.slice(0, per_page), total: notes.length };
    },
  }),
  command({
    path: '/notes',
    access: 'tickets.write',
    summary: 'Write a note',
    description: 'Adds a note.',
    status: 202,
    message: 'Queued.',
    body: NewNote,
    data: Type.Object({ action_id: Type.Integer(), note: Note }),
    *handle({ caller, body, now }) {
      if (body.text === LOST_RACE) throw new LostRace();
      return { action_id: 7, note: yield* addNote(caller.account.id, caller.credential, body.text, now) };
    },
  }),
];

/** An API surface for people who act for a customer, in an account and an environment: `Shop 1 2 live`. */
export const shop: Surface<Customer> = {
  name: 'shop',
  prefix: '/shop/v1',
  authenticator: {
    authenticate({ headers }) {
      const [, person, account, environment] = /^Shop (\d+) (\d+) (live|test)$/.exec(headers.authorization ?? '') ?? [];
      if (!environment) throw new AppError('UNAUTHORIZED', 'Send Authorization: Shop.');
      return makeShopper(Number(person), Number(account), environment as Environment);
    },
    isTried: ({ headers }) => headers.authorization !== undefined,
    checkUse({ account }) {
      if (account.id > 1_000_000) throw new AppError('FORBIDDEN', 'The shop is closed to this customer.');
    },
    refusals: ['UNAUTHORIZED', 'FORBIDDEN'],
    schemes: { shop: { type: 'http', scheme: 'shop' } },
  },
  routes: shopRoutes,
  document: {
    path: '/openapi-shop.json',
    title: 'Shop',
    description: 'For people.',
    tags: { notes: 'Notes.' },
    sandbox: true,
  },
  limits: { failures: 5, bodyBytes: 1024 },
  corsHeaders: ['Authorization'],
  actionPath: '/parcels',
};

function makeShopper(person: number, account: number, environment: Environment): Customer {
  return {
    account: { id: account, name: `Customer ${account}` },
    credential: {
      kind: 'person',
      id: person,
      label: `person ${person}`,
      environment,
      scopes: new Set(['tickets.read', 'tickets.write']),
      rate: { bucket: `person:${person}:${account}`, limit: 60 },
      namespace: `person:${person}:${account}:${environment}`,
      networks: [],
      expiresAt: null,
    },
    cacheKey: `${account} ${environment}`,
  };
}
