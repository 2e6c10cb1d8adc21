import { type PreparedQuery, sql } from '@hostler/database';
import type { Member } from '#kernel/http/caller.ts';
import type { FOUND_TYPES } from './schemas.ts';

/** Maximum results of each type. */
const MOST = 5;
/** Number of newest rows of an account that are searched for part of a text. Bounds the cost of a search. */
const WINDOW = 2_000;

interface Wanted {
  account_id: number;
  /** Person whose keys are searched; null for all keys of the account. */
  made_by: number | null;
  /** Patterns of `toPatterns`. */
  folded: string;
  typed: string;
  /** The text as given, as an address and as an id. '' and 0 if it is neither. */
  given: string;
  address: string;
  id: number;
}

interface Row {
  id: number;
  title: string;
  subtitle: string;
  server_id: number | null;
}

export interface FoundRow extends Row {
  type: PanelKind['type'];
}

interface PanelKind {
  readonly type: (typeof FOUND_TYPES)[number];
  readonly needs: Member['credential']['scopes'] extends ReadonlySet<infer S> ? S : never;
  readonly query: PreparedQuery<Wanted, Row>;
}

const newest = (table: string, where = '') =>
  `(select * from ${table} where account_id = :account_id ${where} order by account_id desc, id desc limit ${WINDOW})`;
const contains = (...columns: string[]) =>
  columns
    .flatMap((column) => ['folded', 'typed'].map((name) => `{lower ${column}} like :${name} escape '\\'`))
    .join(' or ');

/** Records that lists of the public API do not find: by address, number, person or request. */
export const PANEL_KINDS: readonly PanelKind[] = [
  {
    type: 'address',
    needs: 'hosting.read',
    query: sql<Wanted, Row>(
      `select f.id, f.address as title, f.hostname as subtitle, f.hosting_id as server_id
         from (select id, address, hostname, hosting_id from address_assignments
                where address = :address and account_id = :account_id and released_at is null
               union
               select a.id, a.address, a.hostname, a.hosting_id from ${newest('address_assignments')} as a
                where a.released_at is null and (${contains('a.address')})) as f
        order by f.id desc limit ${MOST}`,
    ),
  },
  {
    type: 'ticket',
    needs: 'tickets.read',
    query: sql<Wanted, Row>(
      `select t.id, t.subject as title, t.status as subtitle, null as server_id from tickets as t
        where t.id = :id and t.account_id = :account_id`,
    ),
  },
  {
    type: 'person',
    needs: 'people',
    query: sql<Wanted, Row>(
      `select p.id, p.name as title, p.email as subtitle, null as server_id
         from ${newest('memberships')} as m join persons as p on p.id = m.person_id
        where ${contains('p.name', 'p.email')} order by m.id desc limit ${MOST}`,
    ),
  },
  {
    type: 'key',
    needs: 'keys',
    query: sql<Wanted, Row>(
      `select k.id, k.name as title, k.hint as subtitle, null as server_id
         from ${newest('api_keys', 'and revoked_at is null')} as k
        where (cast(:made_by as bigint) is null or k.made_by = :made_by) and (${contains('k.name')} or k.hint = :given)
        order by k.id desc limit ${MOST}`,
    ),
  },
  {
    type: 'request',
    needs: 'requests',
    query: sql<Wanted, Row>(
      `select r.id, r.method || ' ' || r.path as title, cast(r.status as text) as subtitle, null as server_id
         from requests as r where r.account_id = :account_id and r.request_id = :given order by r.id desc limit ${MOST}`,
    ),
  },
];
